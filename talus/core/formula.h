#pragma once
#include <memory>
#include <string>
#include <vector>

#include "talus/core/result.h"

namespace talus {

/// A formula of a user, such as "k*(L-d) - z*u", by the library muParser: numbers, + - * / ^, comparisons,
/// ?:, and its functions (sqrt, exp, sin, min, max, ...). It reads the variables that it is given and changes
/// nothing: assignments are refused, and no function reads or writes anything.
class Formula {
  public:
    /// Error (Input) with the position of what is wrong, counted from 1.
    /// @param text at most 1000 characters @param variables names, in the order of values()
    static Result<Formula> parse(const std::string& text, const std::vector<std::string>& variables);

    /// A copy for one thread, with variables of its own.
    class Evaluator {
      public:
        explicit Evaluator(const Formula& formula);
        ~Evaluator();
        Evaluator(Evaluator&&) noexcept;
        Evaluator& operator=(Evaluator&&) = delete;
        /// The value; NaN where there is none, such as of a division by zero.
        /// @param values one for each variable
        double operator()(const std::vector<double>& values);

      private:
        struct Parts;
        std::unique_ptr<Parts> parts_;
    };

  private:
    std::string text_;
    std::vector<std::string> variables_;
};

}  // namespace talus
