"""Reads a .vti file (ImageData, values appended raw) with nothing of Talus and holds it against what a test wrote.

usage: read_vti.py FILE.vti TIME COLUMNS ROWS ORIGIN_X ORIGIN_Y SPACING      exit 0 when all is as expected
"""
import re
import struct
import sys
import xml.etree.ElementTree as ElementTree


def main():
    path, time, columns, rows = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    raw = open(path, "rb").read()
    start = re.search(rb'<AppendedData encoding="raw">\s*_', raw)
    end = raw.rindex(b"</AppendedData>")
    tree = ElementTree.fromstring(raw[:start.end()] + raw[end:])
    assert tree.get("type") == "ImageData" and tree.get("header_type") == "UInt64"
    image = tree.find("ImageData")
    extent = f"0 {columns - 1} 0 {rows - 1} 0 0"
    assert image.get("WholeExtent") == extent and image.find("Piece").get("Extent") == extent
    assert [float(x) for x in image.get("Origin").split()] == [float(sys.argv[5]), float(sys.argv[6]), 0]
    assert [float(x) for x in image.get("Spacing").split()] == [float(sys.argv[7])] * 2 + [1]
    assert float(image.find("FieldData/DataArray").text) == time
    data = image.find("Piece/PointData")
    assert data.get("Scalars") == "height"
    covered = 0
    for element, code in zip(data, "fH"):
        at = start.end() + int(element.get("offset"))
        length, = struct.unpack_from("<Q", raw, at)
        covered += 8 + length
        values = struct.unpack(f"<{columns * rows}{code}", raw[at + 8:at + 8 + length])
        for k, value in enumerate(values):
            wanted = struct.unpack("f", struct.pack("f", 0.1 * k - 0.7))[0] if code == "f" else 3 * k
            assert value == wanted, (element.get("Name"), k, value, wanted)
    assert covered == end - start.end() - 1


if __name__ == "__main__":
    main()
