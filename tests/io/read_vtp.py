"""Reads a .vtp file (PolyData, values appended raw) with nothing of Talus and compares it with a CSV dump.

usage: read_vtp.py FILE.vtp FILE.csv      exit 0 when every number is the same, bit for bit
"""
import csv
import re
import struct
import sys
import xml.etree.ElementTree as ElementTree

TYPES = {"Float64": "d", "Float32": "f", "UInt64": "Q", "UInt32": "I", "UInt16": "H", "UInt8": "B", "Int64": "q"}


def read(path):
    raw = open(path, "rb").read()
    start = re.search(rb'<AppendedData encoding="raw">\s*_', raw)
    end = raw.rindex(b"</AppendedData>")
    # Without its binary part the file is plain XML.
    tree = ElementTree.fromstring(raw[:start.end()] + raw[end:])
    assert tree.tag == "VTKFile" and tree.get("type") == "PolyData"
    assert tree.get("byte_order") == "LittleEndian" and tree.get("header_type") == "UInt64"
    piece = tree.find("PolyData/Piece")
    points = int(piece.get("NumberOfPoints"))
    assert int(piece.get("NumberOfVerts")) == points
    covered = 0

    def values(element):
        nonlocal covered
        assert element.get("format") == "appended"
        at = start.end() + int(element.get("offset"))
        length, = struct.unpack_from("<Q", raw, at)
        covered += 8 + length
        code = TYPES[element.get("type")]
        flat = struct.unpack(f"<{length // struct.calcsize(code)}{code}", raw[at + 8:at + 8 + length])
        components = int(element.get("NumberOfComponents"))
        return code, [flat[c::components] for c in range(components)]

    fields = {}
    for element in list(piece.find("Points")) + list(piece.find("PointData")):
        fields[element.get("Name")] = values(element)
        assert all(len(column) == points for column in fields[element.get("Name")][1]), element.get("Name")
    verts = {element.get("Name"): values(element)[1][0] for element in piece.find("Verts")}
    assert list(verts["connectivity"]) == list(range(points))
    assert list(verts["offsets"]) == list(range(1, points + 1))
    # The blocks fill the appended part without a gap (one line end is left before the closing tag).
    assert covered == end - start.end() - 1, (covered, end - start.end())
    time = tree.find("PolyData/FieldData/DataArray")
    assert time.get("Name") == "TimeValue"
    return float(time.text), fields


def main():
    time, fields = read(sys.argv[1])
    rows = list(csv.reader(open(sys.argv[2])))
    head, rows = rows[0], rows[1:]
    assert head[0] == "time" and all(float(row[0]) == time for row in rows)
    columns = []
    for name, (code, components) in fields.items():
        for component, column in enumerate(components):
            columns.append((name + ("" if len(components) == 1 else "_" + "xyz"[component]), code, column))
    assert [name for name, _, _ in columns] == head[1:], (head, [name for name, _, _ in columns])
    for i, (name, code, column) in enumerate(columns):
        assert len(column) == len(rows)
        expected = [float(row[i + 1]) if code in "df" else int(row[i + 1]) for row in rows]
        assert struct.pack(f"<{len(rows)}{code}", *column) == struct.pack(f"<{len(rows)}{code}", *expected), name


main()
