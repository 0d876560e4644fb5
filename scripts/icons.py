#!/usr/bin/env python3
"""Draws the icons of the pages as PNG files: the mark of icon.svg on its colour, as large as browsers and phones want it.

The mark lies within the middle four fifths, as a phone may cut the rest away.
"""
import pathlib
import struct
import zlib

ASSETS = pathlib.Path(__file__).resolve().parent.parent / "Sources/Web/Core/Assets"
COLOR, MARK = (0x34, 0x57, 0xD5), (0xFF, 0xFF, 0xFF)
# The line of icon.svg, in 64 units, and half its width.
POINTS, RADIUS = [(17, 33.5), (28, 44.5), (48, 21.5)], 3.5
# How much smaller the mark is than in the picture without a border.
SCALE = 0.8


def distance(x, y, start, end):
    """How far a point is from a piece of the line, in units."""
    (ax, ay), (bx, by) = start, end
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    along = min(max(along, 0), 1)
    return ((x - ax - along * (bx - ax)) ** 2 + (y - ay - along * (by - ay)) ** 2) ** 0.5


def picture(size):
    unit = 64 / size
    rows = bytearray()
    for row in range(size):
        rows.append(0)
        for column in range(size):
            x = ((column + 0.5) * unit - 32) / SCALE + 32
            y = ((row + 0.5) * unit - 32) / SCALE + 32
            edge = min(distance(x, y, *piece) for piece in zip(POINTS, POINTS[1:])) - RADIUS
            # A pixel on the edge has a part of both colours.
            share = min(max(0.5 - edge * SCALE / unit, 0), 1)
            rows += bytes(round(mark * share + color * (1 - share)) for mark, color in zip(MARK, COLOR))
    return bytes(rows)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


for size in (180, 192, 512):
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    data = (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(picture(size), 9)) + chunk(b"IEND", b"")
    )
    (ASSETS / f"icon-{size}.png").write_bytes(data)
    print(f"icon-{size}.png: {len(data)} bytes")
