#!/usr/bin/env python3
"""Puts Foundation's archive of ICU into FOLDER, where the linker looks first, with only the data that our programs ask for.

    icu-data.py FOLDER

Foundation brings 34 MB of ICU's data with it: every language, character set and calendar. The programs speak English and ask
for time zones and the properties of characters; the rest would be half of each of them. What is left out is missing as it is
on any system that lacks a language: ICU answers with its root. Where there is no static Foundation nothing is done.

The format is ICU's own (udata.h, ucmndata.h): a header, a number, pairs of offsets (name, content) sorted by name, names,
contents at multiples of 16."""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

MEMBER = "icu_packaged_data.cpp.o"
# Sorting, words and lines, money, names of languages, countries and units, transliteration, numbers as words.
UNASKED = ("coll", "brkitr", "curr", "lang", "region", "unit", "translit", "rbnf")
# Resources of a language begin with its code of two or three letters.
LANGUAGE = re.compile(r"[a-z]{2,3}(_.*)?\.res")
ENGLISH = re.compile(r"en(_001|_US|_US_POSIX)?\.res")


def is_kept(name):
    """Whether a program of ours can ask for the item `name`, such as "zone/en.res"."""
    folder, _, file = name.rpartition("/")
    if folder in UNASKED or file.endswith((".cnv", ".spp", ".cfu")) or file == "unames.icu":
        return False
    return not LANGUAGE.fullmatch(file) or bool(ENGLISH.fullmatch(file))


def items(data):
    """The header of the data in an object file, and its items as (name, content)."""
    start = data.index(b"CmnD") - 12
    base = start + struct.unpack_from("<H", data, start)[0]
    count, = struct.unpack_from("<I", data, base)
    places = [struct.unpack_from("<II", data, base + 4 + 8 * index) for index in range(count)]
    # The last content ends where nothing is known to end: what follows it in the object is harmless.
    ends = [content for _, content in places[1:]] + [places[-1][1] + (1 << 16)]

    def name(offset):
        return data[base + offset:data.index(b"\0", base + offset)].decode()

    found = [(name(at), data[base + content:base + end]) for (at, content), end in zip(places, ends)]
    return data[start:base], found


def packed(header, found):
    """The items as one piece of data."""
    table, names, contents = b"", b"", b""
    first_name = 4 + 8 * len(found)
    first_content = -(-(first_name + sum(len(name) + 1 for name, _ in found)) // 16) * 16
    for name, content in found:
        table += struct.pack("<II", first_name + len(names), first_content + len(contents))
        names += name.encode() + b"\0"
        contents += content.ljust(-(-len(content) // 16) * 16, b"\0")
    body = (struct.pack("<I", len(found)) + table + names).ljust(first_content, b"\0") + contents
    return header + body


def main():
    folder = os.path.abspath(sys.argv[1])
    compiler = shutil.which("swiftc")
    library = os.path.join(os.path.dirname(os.path.realpath(compiler or "")), "../lib/swift_static/linux")
    archive = os.path.join(library, "lib_FoundationICU.a")
    target = os.path.join(folder, os.path.basename(archive))
    if not compiler or not os.path.exists(archive):
        return
    if os.path.exists(target) and os.path.getmtime(target) > max(map(os.path.getmtime, (archive, __file__))):
        return
    original = subprocess.run(["ar", "p", archive, MEMBER], check=True, capture_output=True).stdout
    symbol = re.search(rb"icudt[0-9]+_dat", original)[0].decode()
    header, found = items(original)
    prefix = found[0][0].partition("/")[0] + "/"
    kept = [(name, content) for name, content in found if is_kept(name.removeprefix(prefix))]
    with tempfile.TemporaryDirectory(dir=folder) as work:
        data, member, copy = (os.path.join(work, name) for name in ("icu.dat", MEMBER, "copy.a"))
        with open(data, "wb") as file:
            file.write(packed(header, kept))
        source = (f'.section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol}, @object\n{symbol}:\n.incbin "{data}"\n'
                  f'.size {symbol}, . - {symbol}\n.section .note.GNU-stack,"",@progbits\n')
        subprocess.run(["clang", "-c", "-x", "assembler", "-", "-o", member], input=source.encode(), check=True)
        shutil.copy(archive, copy)
        subprocess.run(["ar", "r", copy, member], check=True)
        os.replace(copy, target)


if __name__ == "__main__":
    main()
