"""Reading and saving files so that nothing is lost."""

import os
import tempfile
from contextlib import suppress

from brbrain.errors import BrError


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text (UTF-8) of a file; BrError if it cannot be read."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BrError(
            f"{os.fspath(path)}: expected UTF-8 text, but received byte {error.start}"
            " that is not"
        ) from None


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file; BrError if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:  # such as a name with a NUL in it
        raise _failed("read", path, error) from None


def save(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Write a file as a whole, text in UTF-8: it is the old one or the new one.

    It is written beside, put safely on the disk, and renamed. Raises BrError.
    """
    beside = ""
    try:
        target = os.path.realpath(path)
        with tempfile.NamedTemporaryFile(
            dir=os.path.dirname(target), prefix=".saving-", delete=False
        ) as file:
            beside = file.name
            file.write(data.encode() if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, _mode(target))
        os.replace(beside, target)
    except (OSError, ValueError) as error:
        raise _failed("save", path, error) from None
    finally:
        with suppress(OSError):
            os.unlink(beside)


def _mode(path: str) -> int:
    """Return the mode of a file, or that which a new one is to have."""
    try:
        return os.stat(path).st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _failed(what: str, path: str | os.PathLike[str], error: Exception) -> BrError:
    reason = (getattr(error, "strerror", None) or str(error)).lower()
    return BrError(f"{what}: cannot {what} {os.fspath(path)}: {reason}")
