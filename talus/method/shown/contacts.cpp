#include "talus/method/shown/contacts.h"

#include <array>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace talus::method {
namespace {

template <class T>
state::Points::Array arrayOf(const char* name, const std::vector<T>& values) {
    state::Points::Array array{name, state::Element<T>::scalar, state::Element<T>::components, {}};
    array.bytes.resize(values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
    return array;
}

/// A whole number of a field; nothing where the value is none.
std::optional<std::uint32_t> wholeNumber(double value) {
    if (!(value >= 0 && value <= std::numeric_limits<std::uint32_t>::max())) return std::nullopt;
    return static_cast<std::uint32_t>(value);
}

}  // namespace

state::Mesh contactLines(std::span<const Contact> contacts, double time) {
    std::vector<Vec3d> ends;
    std::vector<std::array<std::uint32_t, 2>> corners;
    std::vector<Vec3f> forces;
    std::vector<float> overlaps;
    std::vector<std::uint32_t> rows, others;
    std::vector<std::uint8_t> touched;
    for (const Contact& contact : contacts) {
        const auto first = static_cast<std::uint32_t>(ends.size());
        ends.push_back(contact.from);
        ends.push_back(contact.to);
        corners.push_back({first, first + 1});
        forces.push_back(narrow(contact.force));
        overlaps.push_back(static_cast<float>(contact.overlap));
        rows.push_back(contact.row);
        touched.push_back(static_cast<std::uint8_t>(contact.touched));
        others.push_back(contact.other);
    }
    state::Mesh lines;
    lines.points.time = time;
    lines.points.count = ends.size();
    lines.points.position = arrayOf("position", ends);
    lines.count = corners.size();
    lines.corners = arrayOf("corners", corners);
    lines.fields = {arrayOf("force", forces), arrayOf("overlap", overlaps), arrayOf("grain", rows),
                    arrayOf("touched", touched), arrayOf("other", others)};
    return lines;
}

Result<std::vector<Contact>> contactsIn(const state::MeshView& lines) {
    const auto field = [&](const char* name) { return lines.find(name); };
    const state::ArrayView *force = field("force"), *overlap = field("overlap"), *row = field("grain"),
                           *touched = field("touched"), *other = field("other");
    if (!lines.isLines() || !force || force->components != 3 || !overlap || !row || !touched || !other)
        return Error{ErrorKind::Input,
                     "the frame's contacts do not say what touches what; run the scene again with this "
                     "version of Talus"};
    std::vector<Contact> contacts;
    contacts.reserve(lines.count);
    for (std::size_t k = 0; k < lines.count; ++k) {
        const auto grain = wholeNumber(row->value(k)), of_other = wholeNumber(other->value(k)),
                   kind = wholeNumber(touched->value(k));
        if (!grain || !of_other || !kind || *kind > static_cast<std::uint32_t>(Touched::Ground))
            return Error{ErrorKind::Input, fmt::format("contact {} of the frame is damaged", k)};
        contacts.push_back({lines.points.at(lines.corner(k, 0)),
                            lines.points.at(lines.corner(k, 1)),
                            {force->value(k, 0), force->value(k, 1), force->value(k, 2)},
                            overlap->value(k),
                            *grain,
                            static_cast<Touched>(*kind),
                            *of_other});
    }
    return contacts;
}

}  // namespace talus::method
