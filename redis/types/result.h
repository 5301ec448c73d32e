// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <utility>
#include <variant>

namespace plimsoll {

/// Category of a failure; exists only where a caller branches on it.
enum class ErrorKind {
    Invalid, ///< the input is wrong: command line, workspace, URL (exit 2)
    Unreachable, ///< connection lost or refused (exit 3)
    LoginRefused, ///< NOAUTH, WRONGPASS, no such user (exit 3)
    Refused, ///< read-only workspace, NOPERM, not confirmed, unsafe layout (exit 4)
    TimedOut, ///< the deadline of an exchange passed
    Cancelled, ///< a stop token was stopped
    WrongType, ///< the key holds another type than the collection says
    NotNow, ///< LOADING, BUSY, MASTERDOWN: the server answers nothing for now (exit 3)
    Server, ///< any other error reply, quoted in the message
    Protocol, ///< bytes that are not RESP, or a reply over the limits
    Storage, ///< the local disk: full, read-only, broken
};

/// One failure in one line: the problem, its place and the remedy. Never contains a secret.
struct Error {
    ErrorKind kind = ErrorKind::Invalid;
    QString message;
    /// Missing ACL permission: "+llen", "%R~q"; empty: not an ACL error.
    QByteArray lacks{};
    bool isPasswordUnwanted = false; ///< when LoginRefused: one was given, and the user has none

    friend bool operator==(const Error &, const Error &) = default;
};

/// A value, or the reason why it is missing. (g++ 12 has no std::expected in C++20.)
template <typename T> class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) { } // NOLINT(google-explicit-constructor)
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) { } // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    /// Only if ok().
    [[nodiscard]] const T &value() const & { return std::get<0>(m_state); }
    [[nodiscard]] T &value() & { return std::get<0>(m_state); }
    [[nodiscard]] T &&value() && { return std::get<0>(std::move(m_state)); }
    const T &operator*() const & { return value(); }
    T &operator*() & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }
    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }

    /// Only if not ok().
    [[nodiscard]] const Error &error() const { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

/// Result of a function that returns no value but can fail.
struct Done { };
using Outcome = Result<Done>;

} // namespace plimsoll
