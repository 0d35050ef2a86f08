import { plural, t } from '@lingui/core/macro'
import type { ZoneInvitation } from '@muster/contract/invitations.ts'
import { errorCode, errorTextWithTime } from '../../../lib/error-text.ts'

export const daysText = (days: number): string => plural(days, { one: '# day', other: '# days' })

export const stateTexts: Readonly<Record<ZoneInvitation['state'], string>> = {
  open: t({ message: 'Open', context: 'status' }),
  expired: t`Expired`,
  revoked: t`Revoked`,
  used_up: t`Used`,
}

export const inviteFailureText = (error: unknown): string =>
  errorCode(error) === 'FORBIDDEN'
    ? t`You do not have permission to add users to this zone.`
    : errorTextWithTime(error, t`The invitation couldn’t be made. Try again.`)
