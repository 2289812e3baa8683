"""Hash tables: keys of every kind, each equivalence, and what SRFI 69 says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brshell.builtins import equivalence, hashtables
from brshell.runtime.datums import CHARS, NIL, String, Vector, cons, symbol
from brshell.runtime.equivalence import equal, eqv

# (equivalence, key that is set, key that is looked up, whether it is found)
LOOKUPS = [
    ("equal?", "'a", "'a", True),
    ("equal?", "1", "1", True),
    ("equal?", "1", "1.0", False),
    ("equal?", "1/2", "1/2", True),
    ("equal?", "1/2", "0.5", False),
    ("equal?", "0.0", "-0.0", False),
    ("equal?", "+nan.0", "+nan.0", True),
    ("equal?", "1+2i", "1+2i", True),
    ("equal?", "1+2i", "1.0+2.0i", False),
    ("equal?", "1.0+2.0i", "1.0+2.0i", True),
    ("equal?", '"ab"', '(string-append "a" "b")', True),
    ("equal?", '"a"', "'a", False),
    ("equal?", "#\\a", "#\\a", True),
    ("equal?", "#\\a", '"a"', False),
    ("equal?", '\'(1 "a" #(2))', "(list 1 (string #\\a) (vector 2))", True),
    ("equal?", "'(1 2)", "'(1 2 3)", False),
    ("equal?", "#u8(1 2)", "(bytevector 1 2)", True),
    ("equal?", "#t", "#t", True),
    ("equal?", "#f", "'()", False),
    ("equal?", "'#0=(1 . #0#)", "'#1=(1 1 . #1#)", True),
    ("equal?", "(make-list 1000 0)", "(make-list 1000 0)", True),
    ("equal?", "(make-list 1000 0)", "(make-list 1001 0)", False),
    ("eqv?", '"ab"', '(string-append "a" "b")', False),
    ("eqv?", "100000000000", "100000000000", True),
    ("eqv?", "1.5", "1.5", True),
    ("eqv?", "'(1)", "'(1)", False),
    ("eq?", "'a", "'a", True),
    ("=", "1", "1.0", True),
    ("=", "1/2", "0.5", True),
    ("string=?", '"ab"', '(string-append "a" "b")', True),
    ("string-ci=?", '"ab"', '"AB"', True),
    ("char=?", "#\\a", "#\\a", True),
    ("symbol=?", "'a", "'b", False),
]

VALUES = [
    ("(hash-table? (make-hash-table))", "#t"),
    ("(hash-table? '())", "#f"),
    ("(hash-table-size (make-hash-table))", "0"),
    ("(hash-table-empty? (make-hash-table))", "#t"),
    ("(hash-table-ref/default (hash-table equal? 'a 1 'b 2) 'b 0)", "2"),
    ("(hash-table-ref/default (hash-table equal? 'a 1) 'c 0)", "0"),
    ('(hash-table-keys (hash-table equal? \'a 1 "b" 2))', '(a "b")'),
    ("(hash-table-values (hash-table equal? 'a 1 'b 2))", "(1 2)"),
    ("(hash-table->alist (alist->hash-table '((a . 1) (b . 2))))", "((a . 1) (b . 2))"),
    ("(hash-table-ref/default (alist->hash-table '((a . 1) (a . 2))) 'a 0)", "1"),
    ("(hash-table-contains? (hash-table eq? 'a 1) 'a)", "#t"),
    ("(hash-table-exists? (hash-table eq? 'a 1) 'b)", "#f"),
    ('(hash-table-size (hash-table string=? "a" 1 "b" 2))', "2"),
    ("(make-hash-table string=? string-hash)", "#<hash-table size: 0>"),
    ('(= (hash "ab") (hash (string #\\a #\\b)))', "#t"),
    ("(= (hash '(1 2)) (hash (list 1 2)))", "#t"),
    ('(= (string-hash "ab" 99) (string-hash (string #\\a #\\b) 99))', "#t"),
    ('(< -1 (string-hash "abc" 10) 10)', "#t"),
    ('(= (string-ci-hash "ABC") (string-ci-hash "abc"))', "#t"),
    ("(< -1 (hash-by-identity 'a 7) 7)", "#t"),
]

ERRORS = [
    (
        "(hash-table-ref/default '() 1 2)",
        "hash-table-ref/default: expected a hash table, but received ()",
    ),
    (
        "(make-hash-table 'equal)",
        "make-hash-table: expected a procedure, but received equal",
    ),
    (
        "(hash-table equal? 'a)",
        "hash-table: expected a value for each key, but received a",
    ),
    (
        "(alist->hash-table '(1))",
        "alist->hash-table: expected a list of pairs, but received (1)",
    ),
    ("(hash 1 0)", "hash: expected a positive exact integer, but received 0"),
]


@pytest.mark.parametrize(("source", "expected"), [*VALUES, *ERRORS])
def test_value(printed, source, expected):
    assert printed(source) == expected


@pytest.mark.parametrize(("equivalence", "key", "wanted", "is_found"), LOOKUPS)
def test_lookup(printed, equivalence, key, wanted, is_found):
    source = f"(hash-table-contains? (hash-table {equivalence} {key} 1) {wanted})"
    assert printed(source) == ("#t" if is_found else "#f")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("(hash-table-set! t 'a 5)", "((a . 5) (b . 2))"),
        ("(hash-table-set! t 'c 3 'd 4)", "((a . 1) (b . 2) (c . 3) (d . 4))"),
        ("(hash-table-delete! t 'a)", "((b . 2))"),
        ("(hash-table-delete! t 'c)", "((a . 1) (b . 2))"),
        ("(hash-table-clear! t)", "()"),
        ("(hash-table-set! (hash-table-copy t) 'a 5)", "((a . 1) (b . 2))"),
        (
            "(hash-table-union! t (hash-table eq? 'b 3 'c 4))",
            "((a . 1) (b . 2) (c . 4))",
        ),
    ],
)
def test_change(run, change, expected):
    source = f"(let ((t (hash-table eq? 'a 1 'b 2))) {change} (hash-table->alist t))"
    assert run(source) == expected


atoms = (
    st.integers(-2, 2)
    | st.sampled_from([0.0, -0.0, 1.0, 2.0, float("nan")])
    | st.sampled_from([symbol("a"), symbol("b"), CHARS["a"], NIL])
    | st.sampled_from(["", "a"]).map(String)
)
keys = st.recursive(
    atoms,
    lambda inner: (
        st.builds(cons, inner, inner) | st.lists(inner, max_size=2).map(Vector)
    ),
    max_leaves=4,
)


@pytest.mark.parametrize(
    ("builtin", "same"), [(equivalence.is_equal, equal), (equivalence.is_eqv, eqv)]
)
@given(entries=st.lists(st.tuples(keys, st.integers())), wanted=keys)
def test_a_table_does_what_an_association_list_does(
    machine, builtin, same, entries, wanted
):
    table = machine.namespace["make-hash-table"](builtin)
    alist = []
    for key, value in entries:
        hashtables.hash_table_set(table, key, value)
        alist = [entry for entry in alist if not same(entry[0], key)] + [(key, value)]
    for key in [wanted, *(key for key, _ in entries)]:
        expected = [value for other, value in alist if same(other, key)]
        found = hashtables.hash_table_ref_default(table, key, "none")
        assert found == (expected[0] if expected else "none")
    assert hashtables.hash_table_size(table) == len(alist)
