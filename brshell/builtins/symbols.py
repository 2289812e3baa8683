"""Symbols."""

from __future__ import annotations

from itertools import count

from brshell.builtins.checks import symbol_of, text_of
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import wrong_type
from brshell.runtime.datums import Boolean, String, Symbol, boolean, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_numbers = count(1)


@builtin("symbol?")
def is_symbol(obj: Any) -> Boolean:
    """Return whether the object is a symbol. R7RS 6.5."""
    return boolean(isinstance(obj, Symbol))


@builtin("symbol=?")
def equal(symbol_1: Symbol, symbol_2: Symbol, *more: Symbol) -> Boolean:
    """Return whether all are the same symbol. R7RS 6.5."""
    symbols = [symbol_of("symbol=?", each) for each in (symbol_1, symbol_2, *more)]
    return boolean(all(each is symbol_1 for each in symbols))


@builtin("symbol->string")
def symbol_to_string(symbol: Symbol) -> String:
    """Return the name of a symbol. R7RS 6.5."""
    return String(symbol_of("symbol->string", symbol).name)


@builtin("string->symbol")
def string_to_symbol(string: String) -> Symbol:
    """Return the symbol with this name. R7RS 6.5."""
    return symbol(text_of("string->symbol", string))


@builtin("symbol-append")
def symbol_append(*symbol_: Symbol) -> Symbol:
    """Return the symbol whose name is all the names in a row."""
    return symbol("".join(symbol_of("symbol-append", each).name for each in symbol_))


@builtin("generate-uninterned-symbol", "gensym")
def generate_uninterned_symbol(prefix: Any = symbol("g")) -> Symbol:  # noqa: B008
    """Return a new symbol that is no other, even one of the same name."""
    if isinstance(prefix, String):
        return Symbol(f"{prefix.text}{next(_numbers)}")
    if isinstance(prefix, Symbol):
        return Symbol(f"{prefix.name}{next(_numbers)}")
    raise wrong_type("generate-uninterned-symbol", "a symbol or a string", prefix)
