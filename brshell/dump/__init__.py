"""A program as it is after each stage of compilation, to read."""

from __future__ import annotations

import ast

from brshell.dump.core import CoreForms
from brshell.dump.layout import form_text
from brshell.dump.normal import NormalForms
from brshell.expander.core import Begin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.compiler.unit import Unit


def dump(unit: Unit, stage: str) -> str:
    """Return the text of a program after a stage.

    ``expand`` shows the core forms, printed back as Scheme; ``core`` the normal form
    of those; ``python`` the Python that is compiled, in which names that begin with $
    are the runtime's.
    """
    if stage == "python":
        return ast.unparse(unit.syntax())
    if stage == "core":
        forms = NormalForms(unit).body(unit.program.body)
    else:
        core = unit.program.core.body
        forms = CoreForms().forms(core.forms if isinstance(core, Begin) else [core])
    return "\n".join([form_text(form) for form in forms])
