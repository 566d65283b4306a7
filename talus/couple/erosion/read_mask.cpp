#include "talus/couple/erosion/read_mask.h"

#include <algorithm>

#include <fmt/format.h>

namespace talus::couple::erosion {

void readMask(Plants& plants, std::size_t index, const method::Checking& checking) {
    const auto error = [&](std::string what, std::string hint) {
        checking.error("plants", index, "mask", std::move(what), std::move(hint));
    };
    if (!checking.files.rasters)
        return error("this program cannot read rasters", "run the scene with the program talus");
    const std::string word = plants.mask;
    const auto path = checking.path("plants", index, "mask", word);
    if (!path) return;
    plants.mask = *path;
    // The rectangle of the plants gives the position and size of the mask. A raster without a size of its
    // cells is read again with the size 1.
    method::RasterRequest request;
    request.path = plants.mask;
    request.memory_bytes = checking.files.memory->left();
    auto read = checking.files.rasters(request);
    if (!read) {
        request.cell = 1;
        read = checking.files.rasters(request);
    }
    if (!read)
        return error(method::withPathAsGiven(read.error().message, plants.mask, word),
                     "it must be a grey image or a raster of one number a cell; paths are relative to the "
                     "scene's folder");
    checking.files.memory->hasRead(read->reading_bytes);
    if (!checking.takeMemory(
            "plants", index, "mask", fmt::format("the {} cells of '{}'", read->field.grid.size(), word),
            sizeof(double) * static_cast<double>(read->field.grid.size()),
            "make the mask coarser: its cells need not be smaller than a column of the ground"))
        return;
    if (read->holes > 0)
        return error(fmt::format("{} of the mask's cells have no value", read->holes),
                     "set them to 0 where nothing grows");
    const auto values = read->field.height.view();
    const double low = *std::min_element(values.begin(), values.end()),
                 high = *std::max_element(values.begin(), values.end());
    if (low < 0 || high > plants.mask_full)
        return error(
            fmt::format("the mask has values from {:g} to {:g}; they must be between 0 and mask_full = {:g}",
                        low, high, plants.mask_full),
            fmt::format("set mask_full = {:g}, and make all values 0 or more", std::max(high, 1.0)));
    plants.cells = std::make_shared<const geometry::Heightfield>(std::move(read->field));
}

}  // namespace talus::couple::erosion
