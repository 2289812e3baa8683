"""XML as elements with attributes, without text, and without what makes XML unsafe."""

import re
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from brbrain.errors import BrError
from brbrain.motionfiles.text import Word, encode

_DEEPEST = 20
_DECLARATION = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_PLAIN = re.compile(f"{_NOT_XML.pattern}|\r")
_NAME = re.compile(r"[^\W\d][\w:.-]*")


@dataclass
class Element:
    """An element; ``comments`` are those that stand before it, in its parent."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: "list[Element]" = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    last_comments: list[str] = field(default_factory=list)
    """Those behind its last child."""
    place: Word = field(default=Word("", "mtnx", 1), compare=False, repr=False)

    def find(self, *tags: str) -> "list[Element]":
        """Return all elements that this path leads to."""
        found = [self]
        for tag in tags:
            found = [own for each in found for own in each.children if own.tag == tag]
        return found

    def word(self, attribute: str) -> Word:
        """Return the value of an attribute; BrError if there is none."""
        if attribute not in self.attributes:
            raise self.place.error(
                f"{self.tag}: expected {attribute}=, but it has none"
            )
        at = self.place
        return Word(self.attributes[attribute], at.file, at.line, at.column)


def parse(data: bytes, file: str) -> tuple[Element, list[str]]:
    """Return the outermost element, and the comments behind it; BrError with a place.

    Files that define types or entities are refused: they can be made to grow without
    end, or to read others.
    """
    return _Builder(file).build(data)


def to_bytes(root: Element, comments: list[str]) -> bytes:
    """Return an element, and the comments behind it, as a file indented by two."""
    texts = [_DECLARATION, *_texts(root, ""), *_comments(comments, "")]
    return encode("".join(f"{text}\n" for text in texts))


class _Builder:
    """Builds the elements of a file as the parser meets them."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._open = [Element("")]
        self._comments: list[str] = []
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CommentHandler = self._comments.append
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._refuse
        self._parser.ProcessingInstructionHandler = self._refuse

    def build(self, data: bytes) -> tuple[Element, list[str]]:
        """Return the outermost element, and the comments behind it."""
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as error:
            reason = expat.errors.messages[error.code]
            raise Word("", self._file, error.lineno, error.offset + 1).error(
                f"expected XML, but received {reason}"
            ) from None
        return self._open[0].children[0], self._comments

    def _place(self) -> Word:
        at = self._parser
        return Word("", self._file, at.CurrentLineNumber, at.CurrentColumnNumber + 1)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open) > _DEEPEST:
            raise self._place().error("expected elements that are less deep")
        comments = self._taken_comments()
        element = Element(tag, attributes, comments=comments, place=self._place())
        self._open[-1].children.append(element)
        self._open.append(element)

    def _end(self, tag: str) -> None:
        self._open.pop().last_comments = self._taken_comments()

    def _taken_comments(self) -> list[str]:
        taken = self._comments[:]
        self._comments.clear()
        return taken

    def _text(self, text: str) -> None:
        if text.strip():
            raise self._place().error(f"expected no text, but received {text[:40]!r}")

    def _refuse(self, *declared: object) -> None:
        raise self._place().error("expected no declarations but that of XML itself")


def _texts(element: Element, margin: str) -> list[str]:
    """Return an element as lines."""
    inner = f"{margin}  "
    parts = [_name(element.tag)]
    parts += [f"{_name(key)}={_quoted(own)}" for key, own in element.attributes.items()]
    start = f"{margin}<{' '.join(parts)}"
    texts = _comments(element.comments, margin)
    if not element.children and not element.last_comments:
        return [*texts, f"{start} />"]
    return [
        *texts,
        f"{start}>",
        *(text for child in element.children for text in _texts(child, inner)),
        *_comments(element.last_comments, inner),
        f"{margin}</{element.tag}>",
    ]


def _comments(comments: list[str], margin: str) -> list[str]:
    for comment in comments:
        if "--" in comment or comment.endswith("-") or _NOT_PLAIN.search(comment):
            raise BrError(f"comment: expected one without --, but got {comment!r}")
    return [f"{margin}<!--{comment}-->" for comment in comments]


def _name(text: str) -> str:
    if not _NAME.fullmatch(text):
        raise BrError(f"mtnx: expected a name, but received {text!r}")
    return text


def _quoted(text: str) -> str:
    if _NOT_XML.search(text):
        raise BrError(f"mtnx: expected text that XML can hold, but received {text!r}")
    return quoteattr(text, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
