#include "talus/run/picture/look/marks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/geometry/grow_box.h"
#include "talus/method/shown/extra_sets.h"
#include "talus/picture/appearance.h"
#include "talus/picture/lines/arrows.h"
#include "talus/picture/lines/tubes.h"
#include "talus/run/picture/look/caption.h"

namespace talus::run {
namespace {

/// The share-th of the values from below, of those > 0; 0 where there are none.
double quantile(std::vector<double> values, double share) {
    std::erase_if(values, [](double v) { return !(v > 0) || !std::isfinite(v); });
    if (values.empty()) return 0;
    const auto at =
        values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

/// 1, 2 or 5 times a power of ten, at most `value`. @pre value > 0
double roundBelow(double value) {
    const double power = std::pow(10, std::floor(std::log10(value)));
    for (const double factor : {5.0, 2.0})
        if (factor * power <= value) return factor * power;
    return power;
}

/// With a space before it; empty where it is not known.
std::string unitOf(const std::string& field) {
    return field == "velocity" ? " m/s" : field == "spin" ? " rad/s" : field.ends_with("force") ? " N" : "";
}

struct Vectors {
    std::vector<Vec3d> from, vector;
};

/// The vectors of a field with their positions, as far as the clip shows them.
Vectors vectorsOf(const state::FrameSet& set, const std::string& name, const picture::Clip& clip) {
    Vectors found;
    const auto add = [&](const state::ArrayView* field, std::size_t count, const auto& at) {
        if (field == nullptr || field->components != 3) return;
        for (std::size_t i = 0; i < count; ++i) {
            const Vec3d v{field->value(i, 0), field->value(i, 1), field->value(i, 2)}, p = at(i);
            if (!std::isfinite(length(v)) || !std::isfinite(length(p)) || !clip.shows(p)) continue;
            found.from.push_back(p);
            found.vector.push_back(v);
        }
    };
    if (const auto* points = set.as<state::PointsView>())
        add(points->find(name), points->count, [&](std::size_t i) { return points->at(i); });
    if (const auto* mesh = set.as<state::MeshView>())
        add(mesh->points.find(name), mesh->points.count, [&](std::size_t i) { return mesh->points.at(i); });
    if (const auto* columns = set.as<state::ColumnsView>()) {
        const geometry::ColumnGrid& grid = columns->grid;
        const state::ArrayView* height = columns->find("height");
        add(columns->find(name), grid.size(), [&](std::size_t k) {
            return Vec3d{grid.x(static_cast<std::uint32_t>(k % grid.columns)),
                         grid.y(static_cast<std::uint32_t>(k / grid.columns)), height ? height->value(k) : 0};
        });
    }
    return found;
}

/// A force between two grains.
struct ContactForce {
    Vec3d from, to;  ///< centres [m]
    double size;     ///< [N]
};

std::vector<ContactForce> contactsOf(const state::MeshView& lines, const state::ArrayView& force,
                                     const picture::Clip& clip) {
    const std::vector<double> sizes = state::valuesOf(force, lines.count);
    std::vector<ContactForce> contacts;
    for (std::size_t k = 0; k < lines.count; ++k) {
        const Vec3d from = lines.points.at(lines.corner(k, 0)), to = lines.points.at(lines.corner(k, 1));
        if (sizes[k] > 0 && std::isfinite(sizes[k]) && clip.shows((from + to) * 0.5))
            contacts.push_back({from, to, sizes[k]});
    }
    return contacts;
}

/// Leaves out weak forces where there are many.
void keepStrong(std::vector<ContactForce>& contacts) {
    constexpr std::size_t few = 2000, most = 40'000;
    if (contacts.size() <= few) return;
    const std::size_t left = std::min(most, contacts.size() - contacts.size() / 10);
    const auto end = contacts.begin() + static_cast<std::ptrdiff_t>(left);
    std::nth_element(contacts.begin(), end - 1, contacts.end(),
                     [](const ContactForce& a, const ContactForce& b) { return a.size > b.size; });
    contacts.erase(end, contacts.end());
}

}  // namespace

double wireRadius(const picture::Camera& camera) {
    constexpr double of_half_height = 0.0028;
    return of_half_height * length(camera.target - camera.position) * std::tan(0.5 * camera.fov);
}

Status addArrows(picture::Picture& picture, const Frame& frame, const Look& look) {
    constexpr std::size_t most = 2500;  // of a set
    constexpr picture::Colour colour{0.05f, 0.12f, 0.38f};
    const std::string& field = look.arrows->field;
    const std::vector<std::string> fields = vectorFields(frame);
    if (std::find(fields.begin(), fields.end(), field) == fields.end())
        return Error{ErrorKind::Input,
                     fields.empty()
                         ? fmt::format("the frames have no field of vectors for arrows of '{}'", field)
                         : fmt::format("the frames have no vectors '{}'; there are: {}", field,
                                       fmt::join(fields, ", "))};
    std::vector<double> sizes;
    std::vector<Vectors> all;
    double spacing = 0;  // between neighbouring arrows
    for (const auto& [name, set] : frame.sets) {
        if (name.ends_with(method::cells_suffix)) continue;
        Vectors vectors = vectorsOf(set, field, look.clip);
        if (vectors.from.empty()) continue;
        const picture::Thinned thinned = picture::thinnedEvenly(vectors.from, most);
        Vectors left;
        geometry::Box box = geometry::emptyBox();
        for (const std::size_t i : thinned.index) {
            left.from.push_back(vectors.from[i]);
            left.vector.push_back(vectors.vector[i]);
            sizes.push_back(length(vectors.vector[i]));
            geometry::include(box, vectors.from[i]);
        }
        const double apart =
            length(box.max - box.min) / std::cbrt(5.2 * static_cast<double>(left.from.size()));
        spacing = std::max({spacing, thinned.spacing, apart});
        all.push_back(std::move(left));
    }
    const double large = quantile(sizes, 0.98);
    if (!(large > 0)) {
        addToCaption(picture, fmt::format("arrows: {} is zero", field));
        return success();
    }
    constexpr double longest = 1.6;  // of the automatic scale, in spacings
    const double one = look.arrows->scale.value_or(spacing > 0 ? longest * spacing / large : 1 / large);
    const double thickness = std::max(0.03 * large * one, wireRadius(picture.camera));
    for (const Vectors& vectors : all) {
        std::vector<picture::Arrow> arrows;
        for (std::size_t i = 0; i < vectors.from.size(); ++i)
            arrows.push_back({vectors.from[i], vectors.vector[i] * one});
        picture::Mesh mesh = picture::arrowsMesh(arrows, thickness, colour);
        mesh.front_only = true;
        if (!mesh.triangle.empty()) picture.meshes.push_back(std::move(mesh));
    }
    const double shown = roundBelow(large);
    addToCaption(picture, fmt::format("{} of {:g}{} = arrow of {}", field, shown, unitOf(field),
                                      lengthText(shown * one)));
    return success();
}

Status addForces(picture::Picture& picture, const Frame& frame, const Look& look,
                 const picture::ColourScale& scale) {
    const auto* lines = frame.find<state::MeshView>(method::contacts_set);
    const state::ArrayView* force = lines ? lines->find("force") : nullptr;
    if (force == nullptr || !lines->isLines()) return noContacts();
    std::vector<ContactForce> contacts = contactsOf(*lines, *force, look.clip);
    const std::size_t count = contacts.size();
    keepStrong(contacts);
    std::vector<double> sizes, lengths;
    for (const ContactForce& contact : contacts) {
        sizes.push_back(contact.size);
        lengths.push_back(length(contact.to - contact.from));
    }
    std::vector<picture::Colour> colours(contacts.size(), picture::Colour{0.45f, 0.10f, 0.12f});
    if (!picture.legend) {
        picture.legend = picture::legendOf("contact force", "N", sizes, scale);
        colours = picture::fieldColours(sizes, *picture.legend);
    }
    // The strong ones, but for a few, are half as thick as a grain.
    const double large = quantile(sizes, 0.99), thick = 0.25 * quantile(lengths, 0.5);
    std::vector<picture::Tube> tubes;
    for (std::size_t k = 0; k < contacts.size(); ++k)
        tubes.push_back(
            {contacts[k].from, contacts[k].to, thick * std::sqrt(contacts[k].size / large), colours[k]});
    picture::Mesh mesh = picture::tubesMesh(tubes);
    if (!mesh.triangle.empty()) picture.meshes.push_back(std::move(mesh));
    addToCaption(picture, contacts.size() < count ? fmt::format("{} strongest of {} contacts, area ~ force",
                                                                contacts.size(), count)
                                                  : fmt::format("{} contacts, area ~ force", count));
    return success();
}

}  // namespace talus::run
