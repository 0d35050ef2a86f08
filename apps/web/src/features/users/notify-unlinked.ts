import { t } from '@lingui/core/macro'
import type { ZonePerson } from '@muster/contract/users.ts'
import { codeAssignableRoles } from '@muster/domain/role.ts'
import type { QueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { reloadUnlessLive } from '../../live/reload-unless-live.ts'
import { notify } from '../../ui/toast/notify.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { addUserFailureText } from './add-user-failure.ts'
import { formatName } from './zone-user-words.ts'

/** Duration of the toast in milliseconds: long enough to notice a wrong name and reach the button. */
const addBackToastMs = 12_000

type Zone = { id: string; name: string }

/**
 * Confirms an unlink and, if the person had a role that can be given by code, offers to add them back. The action is not called
 * undo, because it does not restore the old access: the person is added again under the normal rules, is invited until they enter,
 * and cannot be added if they declined.
 */
export function notifyUnlinked(client: QueryClient, zone: Zone, user: ZonePerson, title: string): void {
  const name = formatName(user)
  const zoneName = zone.name
  const role = codeAssignableRoles.find(candidate => candidate === user.zoneRole)
  const addBack = async () => {
    if (!role) return
    try {
      await api.users.addByCode({ zoneId: zone.id, userCode: user.userCode, role })
      reloadUnlessLive(client, orpc.users.key())
      notify.success(
        t`User Added Successfully`,
        t`${name} is invited to ${zoneName} again. They join once they enter it.`,
      )
    } catch (error) {
      notifyFailure(t`${name} couldn’t be added back`, addUserFailureText(error))
    }
  }
  notify.success(title, t`${name} no longer belongs to ${zoneName}.`, {
    ...(role && {
      next: t`If you add them back, they’ll be invited again.`,
      durationMs: addBackToastMs,
      action: { label: t`Add back`, run: () => void addBack() },
    }),
  })
}
