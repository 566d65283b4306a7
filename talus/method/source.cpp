#include "talus/method/source.h"

#include "talus/method/read_mesh.h"

namespace talus::method {

void loadRegion(const Checking& checking, std::string_view section, std::size_t index,
                environment::Region& region) {
    if (!region.isMesh()) return;
    auto mesh = readMesh(checking, section, index, region.file);
    if (!mesh) return;
    for (Vec3d& p : mesh->points) p = p * region.scale + region.position;
    region.mesh = std::make_shared<const geometry::Mesh>(std::move(*mesh));
}

void addInput(const environment::Region& region, std::vector<Input>& inputs) {
    if (region.isMesh()) inputs.push_back({region.file});
}

bool report(const Checking& checking, std::string_view section, std::size_t index,
            const std::vector<environment::Flaw>& flaws) {
    for (const environment::Flaw& flaw : flaws)
        checking.error(section, index, flaw.key, flaw.what, flaw.hint);
    return flaws.empty();
}

}  // namespace talus::method
