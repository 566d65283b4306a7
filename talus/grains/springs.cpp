#include "talus/grains/springs.h"

namespace talus::grains {

Springs shearSprings(state::Table& contacts) {
    return keepsSingle(contacts) ? Springs(contacts.write(fields::spring<float>))
                                 : Springs(contacts.write(fields::spring<double>));
}

Springs turningSprings(state::Table& contacts) {
    if (!contacts.has(fields::angle<double>)) return {};
    return keepsSingle(contacts) ? Springs(contacts.write(fields::angle<float>))
                                 : Springs(contacts.write(fields::angle<double>));
}

// What is const cannot be put to.
const Springs shearSprings(const state::Table& contacts) {
    return shearSprings(const_cast<state::Table&>(contacts));
}
const Springs turningSprings(const state::Table& contacts) {
    return turningSprings(const_cast<state::Table&>(contacts));
}

}  // namespace talus::grains
