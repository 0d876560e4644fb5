#!/usr/bin/env python3
"""Lists the parts that are linked into the programs, each with its version and its licence.

    materials.py [--build .build/release] --licenses            the text of `todo --licenses`, to the standard output
    materials.py [--build .build/release] --copyright           debian/copyright
    materials.py [--build .build/release] --materials VERSION   a list of materials, SPDX 2.3 as JSON

It reads what the linker was given, so that a package which is resolved and not used is not listed. It fails where it meets a
licence that it does not know."""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXTS = ROOT / "Packaging/licenses"
PROGRAMS = ["todo", "todo-web", "todo-dav", "todo-server"]

# Linked from the toolchain and the system, not from a package: name, licence, copyright, where it comes from.
ALWAYS = [
    ("Swift's standard library, Dispatch and Foundation", "Apache-2.0 WITH Swift-exception",
     "Apple Inc. and the Swift project authors", "https://github.com/swiftlang/swift"),
    ("ICU, as part of Foundation", "Unicode-3.0", "Unicode, Inc.", "https://github.com/swiftlang/swift-foundation-icu"),
    ("SQLite", "blessing", "none: it is in the public domain", "https://sqlite.org"),
]
# Parts that a package has taken from others, with licences of their own that its notice does not print.
WITHIN = {
    "swift-nio-ssl": [("BoringSSL", "Apache-2.0", "The OpenSSL Project Authors, Google and others",
                       "https://boringssl.googlesource.com/boringssl")],
    "swift-nio": [("llhttp", "MIT", "Fedor Indutny, 2018", "https://github.com/nodejs/llhttp")],
}


def flat(text):
    return re.sub(r"\W+", " ", text).strip().lower()


def licence(folder):
    """The licence of a package by its text, and whose it is."""
    files = [file for file in sorted(folder.iterdir()) if re.match(r"(?i)(licen[cs]e|copying)(\.|$)", file.name)]
    if not files:
        sys.exit(f"materials: {folder.name} has no file with its licence")
    text = files[0].read_text()
    if "apache license version 2 0 january 2004" in flat(text) and flat("END OF TERMS AND CONDITIONS") in flat(text):
        name = "Apache-2.0"
        if "runtime library exception" in flat(text):
            name += " WITH Swift-exception"
    elif "permission is hereby granted free of charge" in flat(text) and "unicode" not in flat(text):
        name = "MIT"
    else:
        sys.exit(f"materials: the licence of {folder.name} is not known: look at {files[0]}, and teach this script")
    notice = folder / "NOTICE.txt"
    notice = notice.read_text().strip("\n") if notice.exists() else ""
    found = re.search(r"(?i)copyright (\(c\) )?\d[^\n]*", text if name == "MIT" else notice)
    owner = re.sub(r"(?i)^copyright (\(c\) )?", "", found.group(0)).strip() if found else f"the authors of {folder.name}"
    return name, owner, notice


def linked(build):
    """The packages whose objects were linked into a program."""
    manifest = (build.parent / f"{build.name}.yaml").read_text()
    package = {}
    for match in re.finditer(r"/checkouts/([^/\"]+)/[^\"]*\"[^\n]*?/(\w+)\.build/", manifest):
        package.setdefault(match.group(2), match.group(1))
    for match in re.finditer(r"\"C\.(\w+)-[^\"]*\":\n(.*?)\n\n", manifest, re.S):
        source = re.search(r"/checkouts/([^/\"]+)/", match.group(2).split("\n")[1] if "\n" in match.group(2) else "")
        if source:
            package[match.group(1)] = source.group(1)
    found = {}
    for program in PROGRAMS:
        objects = (build / f"{program}.product/Objects.LinkFileList").read_text()
        for module in set(re.findall(r"/(\w+)\.build/", objects)):
            if module in package:
                found.setdefault(package[module], set()).add(program)
    if not found:
        sys.exit(f"materials: the objects in {build} are of no package")
    return found


def parts(build):
    """Everything that is linked: name, version, licence, whose, where from, its notice, the programs that have it."""
    pins = json.load(open(ROOT / "Package.resolved"))["pins"]
    pins = {pathlib.Path(pin["location"]).stem.lower(): pin for pin in pins}
    found = []
    for folder, programs in linked(build).items():
        pin = pins.get(folder.lower().removesuffix(".git")) or pins[folder.lower().removesuffix(".swift")]
        name, owner, notice = licence(ROOT / ".build/checkouts" / folder)
        found.append((folder, pin["state"]["version"], name, owner, pin["location"], notice, sorted(programs)))
        for part, its, whose, place in WITHIN.get(folder, []):
            found.append((f"{part}, as part of {folder}", None, its, whose, place, "", sorted(programs)))
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"version (\S+)", swift).group(1)
    for name, its, whose, place in ALWAYS:
        found.append((name, version if "Swift" in name else None, its, whose, place, "", PROGRAMS))
    return sorted(found, key=lambda part: part[0].lower())


def texts(found):
    """The texts of the licences that occur."""
    names = set()
    for part in found:
        names.update(part[2].split(" WITH "))
    return {name: (TEXTS / f"{name}.txt").read_text().rstrip() for name in sorted(names)}


def licenses(found):
    lines = ["todo is under the MIT licence. These parts are linked into its programs:", ""]
    for name, version, its, whose, place, _, programs in found:
        lines += [f"{name}{' ' + version if version else ''}", f"    {its}; copyright: {whose}", f"    {place}",
                  f"    in {', '.join(programs)}", ""]
    for name, text in texts(found).items():
        lines += ["=" * 78, name, "=" * 78, "", text, ""]
    for name, _, _, _, _, notice, _ in found:
        if notice:
            lines += ["=" * 78, f"The notice of {name}", "=" * 78, "", notice, ""]
    return "\n".join(line.rstrip() for line in "\n".join(lines).split("\n"))


def copyright_file(found):
    """In the format of Debian: what is not our own has a paragraph of its own."""

    def indented(text):
        return "\n".join(" " + line if line.strip() else " ." for line in text.split("\n"))

    own = (ROOT / "LICENSE").read_text().strip()
    owner = re.search(r"Copyright \(c\) (.*)", own).group(1)
    paragraphs = [
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: todo\n"
        "Comment: The programs are linked with the parts below, whose sources are where each paragraph says.",
        f"Files: *\nCopyright: {owner}\nLicense: MIT",
    ]
    for name, version, its, whose, place, notice, programs in found:
        spdx = its.replace(" WITH Swift-exception", " with Swift-exception")
        comment = indented(f"{name}{' ' + version if version else ''}, from {place}"
                           + (f"\n\n{notice}" if notice else "")).lstrip()
        files = "\n".join(f" linked-into/{program}/{re.sub(r'[^A-Za-z0-9.]+', '-', name)}" for program in programs)
        paragraphs.append(f"Files:\n{files}\nCopyright: {whose}\nLicense: {spdx}\nComment: {comment}")
    names = {part[2] for part in found} | {"MIT"}
    all_texts = texts(found) | {"MIT": own.split("\n", 2)[2].split("\n", 2)[2].strip()}
    for name in sorted(names):
        if name.startswith("Apache-2.0"):
            text = "On Debian systems, the text is in /usr/share/common-licenses/Apache-2.0."
            if "WITH" in name:
                text += "\n\n" + all_texts["Swift-exception"]
        else:
            text = all_texts[name]
        paragraphs.append(f"License: {name.replace(' WITH ', ' with ')}\n{indented(text)}")
    return "\n\n".join(paragraphs) + "\n"


def materials(found, version):
    """SPDX 2.3. The same sources give the same bytes, so the time is that of the commit."""
    made = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    root = {"SPDXID": "SPDXRef-todo", "name": "todo", "versionInfo": version, "downloadLocation": "NOASSERTION",
            "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "NOASSERTION", "filesAnalyzed": False}
    packages, relations = [root], [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-todo")]
    for name, its_version, its, whose, place, _, _ in found:
        identity = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name)
        packages.append({"SPDXID": identity, "name": name, "downloadLocation": place, "licenseConcluded": its,
                         "licenseDeclared": its, "copyrightText": whose, "filesAnalyzed": False,
                         **({"versionInfo": its_version} if its_version else {})})
        relations.append(("SPDXRef-todo", "CONTAINS", identity))
    digest = hashlib.sha256(json.dumps(packages, sort_keys=True).encode()).hexdigest()
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"todo-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/todo-{version}-{digest[:16]}",
        "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: scripts/materials.py"]},
        "packages": packages,
        "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                          for one, kind, other in relations],
    }, indent=1, ensure_ascii=False) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / ".build/release", type=pathlib.Path)
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--licenses", action="store_true")
    kind.add_argument("--copyright", action="store_true")
    kind.add_argument("--materials", metavar="VERSION")
    arguments = parser.parse_args()
    found = parts(arguments.build)
    if arguments.licenses:
        print(licenses(found), end="")
    elif arguments.copyright:
        print(copyright_file(found), end="")
    else:
        print(materials(found, arguments.materials), end="")


main()
