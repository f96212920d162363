"""The mutants of src/reference and src/checker: small changes of one token or statement each, found from the sources alone."""
import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ROOMS = ("reference", "checker")

# ---- Tokens -----------------------------------------------------------------------------------------------------------

Token = collections.namedtuple("Token", "kind text start")

TOKENS = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*)
  | (?P<directive>^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*)
  | (?P<string>"(?:[^"\\\n]|\\.)*")
  | (?P<char>'(?:[^'\\\n]|\\.)*')
  | (?P<number>(?:0[xX][0-9a-fA-F]+|[0-9]+\.[0-9]+|[0-9]+)[uUlL]*)
  | (?P<word>[A-Za-z_][A-Za-z_0-9]*)
  | (?P<operator><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]])
""", re.X | re.M | re.S)

TYPES = {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool", "size_t", "const", "static", "struct",
         "enum", "union", "inline", "va_list", "extern", "volatile"}
KEYWORDS = {"if", "else", "for", "while", "do", "switch", "case", "default", "return", "break", "continue", "sizeof", "goto", "typedef"}


def tokenize(text):
    return [Token(match.lastgroup, match.group(), match.start()) for match in TOKENS.finditer(text)
            if match.lastgroup not in ("comment", "directive")]


def type_names():
    names = set(TYPES) | {f"{sign}int{bits}_t" for sign in ("u", "") for bits in (8, 16, 32, 64)} | {"uintptr_t", "ptrdiff_t"}
    for file in list((ROOT / "src").glob("*/*.[ch]")) + list((ROOT / "include/unique_oracle").glob("*.h")):
        text = file.read_text()
        names.update(re.findall(r"^\} (\w+);", text, re.M))
        names.update(re.findall(r"^typedef [^;{]*?\b(\w+)(?:\([^;]*\))?;", text, re.M))
    return names


# ---- Mutants ----------------------------------------------------------------------------------------------------------

RELATIONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",)}
ARITHMETIC = {"+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("*",), "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",),
              "^": ("&",), "+=": ("-=",), "-=": ("+=",), "*=": ("+=",), "/=": ("*=",), "|=": ("&=",), "&=": ("|=",), "^=": ("|=",),
              "++": ("--",), "--": ("++",)}
LOGIC = {"&&": ("||",), "||": ("&&",)}

# `body`: where the body of its function begins and ends, between the braces; None for what must be compiled alone.
Mutant = collections.namedtuple("Mutant", "file start end text line column source change body")


class Finder:
    """All mutants of one file."""

    def __init__(self, file, types):
        self.file, self.types = file, types
        self.text = (ROOT / file).read_text()
        self.tokens = tokenize(self.text)
        self.lines = self.text.splitlines()
        self.line_starts = [0] + [m.end() for m in re.finditer("\n", self.text)]
        self.partner = self.match_brackets()
        self.bodies, self.sizes = self.find_bodies(), self.find_sizes()
        self.found, self.repeated = [], collections.Counter()

    def match_brackets(self):
        stack, partner = [], {}
        for i, token in enumerate(self.tokens):
            if token.text in "([{" and token.kind == "operator":
                stack.append(i)
            elif token.text in ")]}" and token.kind == "operator":
                opening = stack.pop()
                partner[opening], partner[i] = i, opening
        return partner

    def add(self, start, end, new, what):
        line = next(i for i in range(len(self.line_starts), 0, -1) if self.line_starts[i - 1] <= start)
        change = f"{what}: {' '.join(self.text[start:end].split())} -> {new or 'nothing'}"
        self.repeated[line, change] += 1
        if self.repeated[line, change] > 1:
            change += f" #{self.repeated[line, change]}"
        column = start - self.line_starts[line - 1] + 1
        body = next((b for b in self.bodies if b[0] <= start and end <= b[1]), None)
        if any(begin < start < stop for begin, stop in self.sizes):
            body = None
        self.found.append(Mutant(self.file, start, end, new, line, column, self.lines[line - 1].strip(), change, body))

    def swap(self, token, news, what):
        for new in news:
            self.add(token.start, token.start + len(token.text), new, what)

    def find_bodies(self):
        bodies, until = [], -1
        for i, token in enumerate(self.tokens):
            if i > until and token.text == "{" and i > 0 and self.tokens[i - 1].text == ")":
                until = self.partner[i]
                bodies.append((token.start + 1, self.tokens[until].start))
        return bodies

    def find_sizes(self):
        """Where sizes of local arrays are: what lies behind a smaller one is not the same when it is not compiled alone."""
        tokens = self.tokens
        return [(tokens[i].start, tokens[self.partner[i]].start) for i in range(2, len(tokens))
                if tokens[i].text == "[" and tokens[i - 1].kind == "word" and tokens[i - 2].text in self.types]

    def is_binary(self, i):
        """Whether + - * & between i - 1 and i + 1 has two operands."""
        before = self.tokens[i - 1]
        if before.kind in ("number", "char"):
            return True
        if before.kind == "word":
            return before.text not in KEYWORDS and before.text not in self.types
        if before.text == "]":
            return True
        if before.text != ")":
            return False
        opening = self.partner[i - 1]  # (type *) and (type) are casts; what follows if (...) is a statement
        if opening > 0 and self.tokens[opening - 1].text in KEYWORDS - {"sizeof"}:
            return False
        words = [t.text for t in self.tokens[opening + 1:i - 1] if t.text != "*"]
        is_cast = bool(words) and all(w in self.types for w in words) and not (opening > 0 and self.tokens[opening - 1].text == "sizeof")
        return not is_cast

    def operators(self, i, token):
        name = token.text
        if name in RELATIONS:
            self.swap(token, RELATIONS[name], "relation")
        elif name in LOGIC:
            self.swap(token, LOGIC[name], "logic")
        elif name == "!":
            self.swap(token, ("",), "logic")
        elif name == "~" or (name == "-" and not self.is_binary(i)):
            self.swap(token, ("",), "arithmetic")
        elif name in ARITHMETIC and (name not in ("+", "-", "*", "&") or self.is_binary(i)):
            self.swap(token, ARITHMETIC[name], "arithmetic")

    def constant(self, token):
        digits = re.match(r"0[xX][0-9a-fA-F]+|\d+", token.text).group()
        suffix = token.text[len(digits):]
        if suffix.startswith("."):
            return
        value = int(digits, 16) if digits[:2].lower() == "0x" else int(digits)
        written = (lambda n: hex(n)) if digits[:2].lower() == "0x" else str
        self.swap(token, [written(n) + suffix for n in (value + 1, value - 1) if n >= 0], "constant")

    def condition(self, i):
        """if (x) without an operator that is mutated anyway."""
        opening, closing = i + 1, self.partner[i + 1]
        inner = self.tokens[opening + 1:closing]
        if any(t.text in RELATIONS or t.text in LOGIC or t.text == "!" for t in inner):
            return
        start, end = inner[0].start, inner[-1].start + len(inner[-1].text)
        self.add(start, end, f"!({self.text[start:end]})", "logic")

    def statement(self, i):
        """Leaves out the expression statement that begins at token i, if one does."""
        first = self.tokens[i]
        if first.kind == "word" and (first.text in self.types or first.text in KEYWORDS - {"break", "continue", "return"}):
            return
        if first.kind == "operator" and first.text not in ("*", "++", "--"):
            return
        if first.kind == "word" and self.tokens[i + 1].text == ":":
            return
        end = i
        while self.tokens[end].text != ";":
            if self.tokens[end].text in (")", "]", "}", ",", ":"):
                return  # the members of a compound literal, or an enumerator
            end = self.partner[end] + 1 if self.tokens[end].text in ("(", "[", "{") else end + 1
        if first.text == "return" and end > i + 1:
            return
        self.add(first.start, self.tokens[end].start, "", "statement")

    def call(self, i, starts_statement):
        """A call whose value is used: 0 and 1 in its place."""
        closing = self.partner[i + 1]
        if starts_statement and self.tokens[closing + 1].text == ";":
            return
        name = self.tokens[i].text
        if name in KEYWORDS or name in self.types or name.isupper() or name.startswith("UO_"):
            return
        for new in ("0", "1"):
            self.add(self.tokens[i].start, self.tokens[closing].start + 1, new, "call")

    def find(self):
        depth = 0
        for i, token in enumerate(self.tokens):
            depth += (token.text == "(") - (token.text == ")")
            before = self.tokens[i - 1].text if i else ";"
            if not any(begin <= token.start < end for begin, end in self.bodies):
                if token.kind == "number" and before in ("{", ",", "(") and i > 1:
                    self.constant(token)
                continue
            starts = depth == 0 and (before in (";", "{", "}") or before == "else" or (before == ":" and self.in_switch(i)) or (
                before == ")" and self.tokens[self.partner[i - 1] - 1].text in ("if", "for", "while")))
            if starts:
                self.statement(i)
            if token.kind == "operator":
                self.operators(i, token)
            elif token.kind == "number":
                self.constant(token)
            elif token.text in ("true", "false"):
                self.swap(token, ("false" if token.text == "true" else "true",), "constant")
            elif token.text == "if":
                self.condition(i)
            elif token.kind == "word" and self.tokens[i + 1].text == "(":
                self.call(i, starts)
        for match in re.finditer(r"^#define \w+ +\(?(?:U?INT64_C\()?(\d+)", self.text, re.M):
            self.constant(Token("number", match[1], match.start(1)))
        return sorted(self.found, key=lambda m: (m.start, m.end, m.change))

    def in_switch(self, i):
        """Whether the colon before token i ends a case, not a part of ?: or a bit-field."""
        k = i - 2
        while k >= 0 and self.tokens[k].text not in (";", "{", "}"):
            if self.tokens[k].text in ("case", "default"):
                return True
            if self.tokens[k].text == "?":
                return False
            k -= 1
        return False


def all_mutants():
    types = type_names()
    for room in ROOMS:
        for file in sorted((ROOT / "src" / room).glob("*.[ch]")):
            yield from Finder(file.relative_to(ROOT).as_posix(), types).find()
