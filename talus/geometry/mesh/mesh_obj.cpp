// Wavefront OBJ: lines "v x y z" and "f a b c ...". A corner is written as a/texture/normal; it counts from 1
// or, where negative, from the end. '#' begins a comment, also after other words.
#include <fmt/format.h>

#include "talus/geometry/mesh/mesh_file.h"
#include "talus/geometry/mesh/mesh_text.h"
#include "talus/geometry/polygon.h"

namespace talus::geometry {

Result<Mesh> parseObj(std::string_view bytes) {
    const auto wrong = [](std::size_t line, const std::string& what) {
        return Error{ErrorKind::Input, fmt::format("line {} {}", line, what)};
    };
    Mesh mesh;
    MeshText in(bytes);
    std::vector<std::uint32_t> corners;
    while (in.nextLine()) {
        in.endLineAt('#');
        const std::string_view word = in.word();
        if (word == "v") {
            const auto x = in.number<double>(), y = in.number<double>(), z = in.number<double>();
            if (!x || !y || !z) return wrong(in.lineNumber(), "must be: v x y z");
            if (mesh.points.size() >= ~std::uint32_t{0})
                return wrong(in.lineNumber(), "has a point too many: at most 4294967295 are possible");
            mesh.points.push_back({*x, *y, *z});
        } else if (word == "f") {
            corners.clear();
            for (auto corner = in.word(); !corner.empty(); corner = in.word()) {
                if (corner.ends_with('\\')) {  // the face continues on the next line
                    corner.remove_suffix(1);
                    in.nextLine();
                    in.endLineAt('#');
                    if (corner.empty()) continue;
                }
                const auto index = MeshText::parseNumber<std::int64_t>(corner.substr(0, corner.find('/')));
                const auto count = static_cast<std::int64_t>(mesh.points.size());
                if (!index || *index == 0 || *index > count || *index < -count)
                    return wrong(in.lineNumber(),
                                 fmt::format("refers to a point that is not one of the {} before it", count));
                corners.push_back(static_cast<std::uint32_t>(*index > 0 ? *index - 1 : count + *index));
            }
            if (corners.size() < 3) return wrong(in.lineNumber(), "is a face with fewer than three corners");
            if (!triangulate(mesh.points, corners, mesh.triangles))
                return wrong(in.lineNumber(), cannot_triangulate);
        }
    }
    return mesh;
}

}  // namespace talus::geometry
