"""Reads the triangles of a .vtp surface with nothing of Talus and holds them against a grid of columns.

usage: read_surface.py FILE.vtp COLUMNS ROWS      exit 0 when each cell is two triangles, counter-clockwise from above
"""
import re
import struct
import sys
import xml.etree.ElementTree as ElementTree


def main():
    columns, rows = int(sys.argv[2]), int(sys.argv[3])
    raw = open(sys.argv[1], "rb").read()
    start = re.search(rb'<AppendedData encoding="raw">\s*_', raw)
    end = raw.rindex(b"</AppendedData>")
    piece = ElementTree.fromstring(raw[:start.end()] + raw[end:]).find("PolyData/Piece")
    assert int(piece.get("NumberOfPoints")) == columns * rows
    assert int(piece.get("NumberOfPolys")) == 2 * (columns - 1) * (rows - 1)
    covered = 0

    def values(element):
        nonlocal covered
        at = start.end() + int(element.get("offset"))
        length, = struct.unpack_from("<Q", raw, at)
        covered += 8 + length
        code = {"Float64": "d", "Float32": "f", "Int32": "i", "UInt16": "H"}[element.get("type")]
        return struct.unpack(f"<{length // struct.calcsize(code)}{code}", raw[at + 8:at + 8 + length])

    place = values(piece.find("Points/DataArray"))
    for element in piece.find("PointData"):
        assert len(values(element)) == columns * rows
    corners, offsets = [values(element) for element in piece.find("Polys")]
    assert list(offsets) == list(range(3, len(corners) + 1, 3))
    area = 0
    for k in range(0, len(corners), 3):
        (ax, ay), (bx, by), (cx, cy) = [place[3 * c:3 * c + 2] for c in corners[k:k + 3]]
        twice = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        assert twice > 0
        area += twice / 2
    whole = (place[-3] - place[0]) * (place[-2] - place[1])
    assert abs(area - whole) < 1e-9 * whole, (area, whole)
    assert covered == end - start.end() - 1


if __name__ == "__main__":
    main()
