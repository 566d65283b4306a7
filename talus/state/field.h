#pragma once
#include <cstddef>
#include <cstdint>

#include "talus/math/quad.h"

namespace talus::state {

/// How long the values of a field are kept.
enum class Lifetime {
    Persistent,  ///< part of the state: in snapshots, checkpoints and the state hash
    Scratch      ///< computed anew in each step; never saved
};

/// What determines the value of a persistent field before the first step.
enum class StartValue {
    Scene,    ///< what the scene describes: positions, amounts
    Settings  ///< computed from the rest of the state and settings that act in every step: forces
};

enum class Scalar { F64, F32, U64, U32, U16, U8 };

constexpr std::size_t bytesOf(Scalar scalar) {
    switch (scalar) {
        case Scalar::F64:
        case Scalar::U64: return 8;
        case Scalar::F32:
        case Scalar::U32: return 4;
        case Scalar::U16: return 2;
        case Scalar::U8: return 1;
    }
    return 0;
}

/// The description of a field without its C++ type. It is enough to save, export, hash, draw and explain it.
struct FieldInfo {
    const char* name;     ///< identifier, unique in its table
    const char* unit;     ///< SI, "" for a pure number
    const char* meaning;  ///< one line
    Lifetime lifetime;
    Scalar scalar;
    int components;  ///< 1, 3 for a vector; 4 (scratch only) for a vector and a number
    StartValue start_value = StartValue::Scene;

    constexpr std::size_t elementBytes() const {
        return bytesOf(scalar) * static_cast<std::size_t>(components);
    }
};

template <class T>
struct Element;
template <>
struct Element<double> {
    static constexpr Scalar scalar = Scalar::F64;
    static constexpr int components = 1;
};
template <>
struct Element<float> {
    static constexpr Scalar scalar = Scalar::F32;
    static constexpr int components = 1;
};
template <>
struct Element<std::uint64_t> {
    static constexpr Scalar scalar = Scalar::U64;
    static constexpr int components = 1;
};
template <>
struct Element<std::uint32_t> {
    static constexpr Scalar scalar = Scalar::U32;
    static constexpr int components = 1;
};
template <>
struct Element<std::uint16_t> {
    static constexpr Scalar scalar = Scalar::U16;
    static constexpr int components = 1;
};
template <>
struct Element<std::uint8_t> {
    static constexpr Scalar scalar = Scalar::U8;
    static constexpr int components = 1;
};
template <class T>
struct Element<Vec3<T>> {
    static constexpr Scalar scalar = Element<T>::scalar;
    static constexpr int components = 3;
};
template <class T>
struct Element<Quad<T>> {
    static constexpr Scalar scalar = Element<T>::scalar;
    static constexpr int components = 4;
};

/// A field. It is declared once, as an `inline constexpr` in a method's fields.h; saving, hashing, exporting
/// and colouring need nothing else.
template <class T>
struct Field : FieldInfo {
    constexpr Field(const char* field_name, const char* field_unit, const char* field_meaning,
                    Lifetime field_lifetime = Lifetime::Persistent,
                    StartValue field_start = StartValue::Scene)
        : FieldInfo{field_name,     field_unit,         field_meaning,
                    field_lifetime, Element<T>::scalar, Element<T>::components,
                    field_start} {}
    /// A persistent field.
    constexpr Field(const char* field_name, const char* field_unit, const char* field_meaning,
                    StartValue field_start)
        : Field(field_name, field_unit, field_meaning, Lifetime::Persistent, field_start) {}
};

}  // namespace talus::state
