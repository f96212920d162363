"""Many mutants in one build: a function's body becomes a switch over `uo_mutant` with one case for each mutant of it.

Only the function that a mutant is in is compiled once more for it, and nothing is linked anew: which mutant runs is a variable.
Mutants outside of functions (tables, macros) cannot be switched and are built alone.
"""
import collections

PREAMBLE = "#include <stdint.h>\nextern int uo_mutant;\nextern uint64_t uo_function_calls[];\n"


def switchable(mutants):
    """(file, body) -> the numbers of its mutants, in the order of the sources. A number is the place in `mutants`, from 1."""
    functions = collections.OrderedDict()
    for number, mutant in enumerate(mutants, 1):
        if mutant.body is not None:
            functions.setdefault((mutant.file, mutant.body), []).append(number)
    return functions


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def name_of(number):
    """The file that the compiler names where the code of a mutant does not compile."""
    return f"mutant-{number}"


def with_switches(file, text, functions, mutants, left_out):
    """The source with all mutants of its functions but those left out. `functions` numbers the functions, too."""
    parts, done = [PREAMBLE, f'#line 1 "{file}"\n'], 0
    for place, ((owner, (begin, end)), numbers) in enumerate(functions.items()):
        if owner != file:
            continue
        parts.append(text[done:begin])
        parts.append(f"\nuo_function_calls[{place}]++;\nswitch (uo_mutant) {{\n")
        for number in numbers:
            if number in left_out:
                continue
            mutant = mutants[number - 1]
            body = text[begin:mutant.start] + mutant.text + text[mutant.end:end]
            parts.append(f'case {number}: {{\n#line 1 "{name_of(number)}"\n{body}\n}} break;\n')
        parts.append(f'default: {{\n#line {line_of(text, begin)} "{file}"\n{text[begin:end]}}}\n}}\n')
        parts.append(f'#line {line_of(text, end)} "{file}"\n')
        done = end
    parts.append(text[done:])
    return "".join(parts)
