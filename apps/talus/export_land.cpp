#include "export_land.h"

#include <algorithm>

#include <fmt/format.h>

#include "load_scene.h"
#include "talus/method/gather.h"
#include "talus/method/land/land_heights.h"
#include "talus/method/land/lying_grains.h"

namespace talus::cli {

bool isRasterFormat(const std::string& format) {
    return std::find(raster_formats.begin(), raster_formats.end(), format) != raster_formats.end();
}

std::optional<LandExport> LandExport::of(const std::string& folder, int& exit_code) {
    const auto loaded = loadSceneOf(folder, not_exported, exit_code);
    if (!loaded) return std::nullopt;
    LandExport lands;
    lands.lands_ = method::landsOf(loaded->scene);
    return lands;
}

Result<const method::Land*> LandExport::find(const std::string& name) const {
    for (const method::Land& land : lands_)
        if (land.set == name) return &land;
    return Error{ErrorKind::Input,
                 fmt::format("'{}' is not land of the scene, so it cannot be exported as a raster or with "
                             "grains on it; choose the ground with --what",
                             name)};
}

Result<io::Raster> LandExport::raster(const std::string& name, const state::FrameSet& columns,
                                      const std::string& field) const {
    const auto land = find(name);
    if (!land) return land.error();
    const auto* view = columns.as<state::ColumnsView>();
    if (view == nullptr)
        return Error{
            ErrorKind::Input,
            fmt::format("'{}' has no columns, so it cannot be a raster; choose another --format", name)};
    auto rasters = rasters_.find(name);
    if (rasters == rasters_.end()) {
        auto made = run::GroundRasters::of(**land);
        if (!made) return made.error();
        rasters = rasters_.emplace(name, std::move(*made)).first;
    }
    return rasters->second.fieldOf(*view, field);
}

Result<state::Columns> LandExport::withGrains(const std::string& name, const run::FrameFile& file) const {
    const auto land = find(name);
    if (!land) return land.error();
    const auto frame = run::readFrame(file);
    if (!frame) return frame.error();
    const auto* view = frame->find<state::ColumnsView>(name);
    if (view == nullptr)
        return Error{ErrorKind::Input, fmt::format("frame {} holds no columns named '{}'", file.frame, name)};
    auto heights = method::heightsOf(**land, *view);
    if (!heights) return heights.error();
    if (const auto* grains = frame->find<state::PointsView>("grains"))
        if (Status status = method::addLyingGrains(view->grid, heights->view(), *grains); !status)
            return status.error();
    state::Columns covered{view->time, view->grid, {}};
    for (const state::ArrayView& field : view->fields) {
        if (field.name == "change") continue;  // it is of the ground without grains
        const bool height = field.name == "height";
        const auto bytes = height ? std::as_bytes(std::span(heights->data(), heights->size())) : field.bytes;
        covered.fields.push_back({field.name,
                                  height ? state::Scalar::F64 : field.scalar,
                                  field.components,
                                  {bytes.begin(), bytes.end()}});
    }
    return covered;
}

}  // namespace talus::cli
