"""Reads a frame's mesh, lines (.vtp) or volume (.vti) with nothing of Talus and prints what it holds, for a test to
compare: a line a fact, numbers so that every bit of them is there.

usage: read_set.py FILE
"""
import re
import struct
import sys
import xml.etree.ElementTree as ElementTree

TYPES = {"Float64": "d", "Float32": "f", "UInt64": "Q", "UInt32": "I", "UInt16": "H", "UInt8": "B", "Int32": "i"}


class File:
    def __init__(self, path):
        self.raw = open(path, "rb").read()
        self.start = re.search(rb'<AppendedData encoding="raw">\s*_', self.raw).end()
        self.end = self.raw.rindex(b"</AppendedData>")
        self.tree = ElementTree.fromstring(self.raw[:self.start] + self.raw[self.end:])
        assert self.tree.get("byte_order") == "LittleEndian" and self.tree.get("header_type") == "UInt64"
        self.covered = 0

    def values(self, element):
        """Rows, each with its components."""
        assert element.get("format") == "appended"
        at = self.start + int(element.get("offset"))
        length, = struct.unpack_from("<Q", self.raw, at)
        self.covered += 8 + length
        code, each = TYPES[element.get("type")], int(element.get("NumberOfComponents"))
        flat = struct.unpack(f"<{length // struct.calcsize(code)}{code}", self.raw[at + 8:at + 8 + length])
        return [flat[k:k + each] for k in range(0, len(flat), each)]

    def show(self, what, section, count):
        for element in section if section is not None else []:
            rows = self.values(element)
            assert len(rows) == count, (element.get("Name"), len(rows), count)
            print(what, element.get("Name"), *(repr(float(x)) for row in rows for x in row))

    def finish(self):
        # The blocks fill the appended part without a gap; a line end is left before the closing tag.
        assert self.covered == self.end - self.start - 1, (self.covered, self.end - self.start)


def poly_data(file):
    piece = file.tree.find("PolyData/Piece")
    points = int(piece.get("NumberOfPoints"))
    file.show("point", piece.find("Points"), points)
    file.show("point", piece.find("PointData"), points)
    assert int(piece.get("NumberOfVerts")) == 0 and int(piece.get("NumberOfStrips")) == 0
    for section, each in (("Lines", 2), ("Polys", 3)):
        count, cells = int(piece.get(f"NumberOf{section}")), piece.find(section)
        if cells is None:
            assert count == 0
            continue
        file.show("element", piece.find("CellData"), count)
        arrays = {element.get("Name"): [row[0] for row in file.values(element)] for element in cells}
        assert arrays["offsets"] == [each * (k + 1) for k in range(count)]
        assert len(arrays["connectivity"]) == each * count
        print(section, *arrays["connectivity"])


def image_data(file):
    image = file.tree.find("ImageData")
    extent = [int(x) for x in image.get("WholeExtent").split()]
    piece = image.find("Piece")
    assert piece.get("Extent") == image.get("WholeExtent") and extent[0::2] == [0, 0, 0]
    print("cells", *extent[1::2])
    print("corner", *(repr(float(x)) for x in image.get("Origin").split()))
    print("spacing", *(repr(float(x)) for x in image.get("Spacing").split()))
    nx, ny, nz = extent[1::2]
    file.show("point", piece.find("PointData"), (nx + 1) * (ny + 1) * (nz + 1))
    file.show("cell", piece.find("CellData"), nx * ny * nz)


def main():
    file = File(sys.argv[1])
    kind = file.tree.get("type")
    time = file.tree.find(f"{kind}/FieldData/DataArray")
    assert time.get("Name") == "TimeValue"
    print("time", repr(float(time.text)))
    {"PolyData": poly_data, "ImageData": image_data}[kind](file)
    file.finish()


main()
