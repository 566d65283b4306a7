#include "talus/grains/springs.h"

namespace talus::grains {
namespace {

/// @param view returns the column of a field, for reading or for writing
template <class View>
auto shearIn(const state::Table& contacts, View view) {
    using Kept = KeptVectors<std::remove_reference_t<decltype(view(fields::spring<double>)[0])>>;
    return keepsSingle(contacts) ? Kept(view(fields::spring<float>)) : Kept(view(fields::spring<double>));
}
template <class View>
auto turningIn(const state::Table& contacts, View view) {
    using Kept = KeptVectors<std::remove_reference_t<decltype(view(fields::angle<double>)[0])>>;
    if (!contacts.has(fields::angle<double>)) return Kept();
    return keepsSingle(contacts) ? Kept(view(fields::angle<float>)) : Kept(view(fields::angle<double>));
}

}  // namespace

Springs shearSprings(state::Table& contacts) {
    return shearIn(contacts, [&](const auto& field) { return contacts.write(field); });
}
KeptVectors<const Vec3d> shearSprings(const state::Table& contacts) {
    return shearIn(contacts, [&](const auto& field) { return contacts.read(field); });
}

Springs turningSprings(state::Table& contacts) {
    return turningIn(contacts, [&](const auto& field) { return contacts.write(field); });
}
KeptVectors<const Vec3d> turningSprings(const state::Table& contacts) {
    return turningIn(contacts, [&](const auto& field) { return contacts.read(field); });
}

}  // namespace talus::grains
