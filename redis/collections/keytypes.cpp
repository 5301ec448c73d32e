// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/keytypes.h"

#include "redis/types/printable.h"

#include <QCoreApplication>

namespace plimsoll::redis {

Error wrongType(QByteArrayView key, QByteArrayView holds, const RoleSpec &role)
{
    return {ErrorKind::WrongType,
            QCoreApplication::translate("browse", "%1 holds a %2, which does not fit the role %3")
                .arg(printable(key, 200), QString::fromLatin1(holds), role.id)};
}

} // namespace plimsoll::redis
