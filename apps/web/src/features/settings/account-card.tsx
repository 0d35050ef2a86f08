import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Alert, Button, Group, PasswordInput, Text } from '@mantine/core'
import { errors } from '@muster/contract/errors.ts'
import { listPersonalData, personalData } from '@muster/domain/personal-data.ts'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { formatList } from '../../lib/format-list.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { dispatchClearZoneSelection } from '../../lib/session/zone-events.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { storedDataGroups } from '../../lib/stored-data.ts'
import { outbox } from '../../offline/device-outbox.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { visibilityToggleProps } from '../../ui/forms/visibility-toggle.ts'
import { notify } from '../../ui/toast/notify.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { WithPassword } from '../auth/public.ts'
import classes from './settings.module.css'
import { SettingsCard } from './settings-card.tsx'

const accountDeletedToastMs = 5_000

const noSessionText = t`No active session found. Please log in again.`

class PasswordMissingError extends Error {}

function deletionFailureText(error: unknown): string {
  if (error instanceof PasswordMissingError) return t`Your password is required`
  if (hasCode(error, 'UNAUTHORIZED')) return noSessionText
  return errorTextWithTime(error, t`Failed to delete account. Please try again.`)
}

/** Maximum number of zones listed by name; for the rest, only the number is shown. */
const maxZoneNames = 20

/**
 * Deletes the account. Not available while the person is assigned to a zone, because others there rely on them. `onDeleted`
 * navigates away.
 */
export function AccountCard({ onDeleted }: { onDeleted: () => void }) {
  const { availableZones, total, isZoneBound } = useSelectedZone()
  const [isConfirmOpen, setIsConfirmOpen] = useState(false)
  const [password, setPassword] = useState('')
  // Suspended zones are not listed here; if there are any, the server rejects the request with the same text.
  const zones = isZoneBound ? availableZones : []
  const zoneNames = zones.slice(0, maxZoneNames).map(zone => zone.name)
  const others = Math.max(0, total - zoneNames.length)
  const assigned = formatList(
    others > 0 ? [...zoneNames, t`${plural(others, { one: '# more', other: '# more' })}`] : zoneNames,
  )

  const close = () => {
    setIsConfirmOpen(false)
    setPassword('')
  }

  const { userId, profile } = useMe()
  const deleteAccount = async () => {
    if (password === '') throw new PasswordMissingError()
    const restoreSession = sessionStore.leave()
    try {
      await api.settings.deleteMyAccount({ password })
    } catch (error) {
      restoreSession()
      // This page and its dialog disappear with the session, so a notification reports the failure.
      if (hasCode(error, 'UNAUTHORIZED')) notifyFailure(noSessionText)
      throw error
    }
    notify.success(t`Account Deleted`, t`Your account has been deleted.`, {
      durationMs: accountDeletedToastMs,
    })
    await outbox.clear(userId)
    sessionStore.clear()
    dispatchClearZoneSelection()
    onDeleted()
  }
  return (
    <SettingsCard
      title={t`Account protection`}
      text={t`Deleting your account can’t be undone. You can delete it once you’re no longer assigned to any zone.`}
    >
      {zones.length > 0 && (
        <Alert color="blue" icon={<IconShieldLock size="1.25rem" aria-hidden />}>
          <p>{i18n._(errors.ACCOUNT_ASSIGNED.text)}</p>
          <Text fw={600} mt={4}>
            {t`Assigned to: ${assigned}`}
          </Text>
        </Alert>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          className={classes.danger}
          onClick={() => setIsConfirmOpen(true)}
          disabled={zones.length > 0}
        >
          {t`Delete account`}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isConfirmOpen}
        onClose={close}
        title={t`Delete your account?`}
        removes={[
          ...listPersonalData('removed').map(kind => i18n._(personalData[kind].words)),
          ...(profile.role === 'app_user'
            ? []
            : [t`Scheduled broadcasts are recalled, and people who can send them again are alerted`]),
        ]}
        keeps={storedDataGroups}
        confirmLabel={t`Delete account`}
        workingLabel={t`Deleting…`}
        onConfirm={deleteAccount}
        failure={deletionFailureText}
        proof={
          <WithPassword>
            <PasswordInput
              label={t`Account password`}
              name="current-password"
              autoComplete="current-password"
              description={t`Stops someone with your unlocked phone from deleting your account.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              visibilityToggleButtonProps={visibilityToggleProps}
              value={password}
              onChange={event => setPassword(event.currentTarget.value)}
            />
          </WithPassword>
        }
      >
        {t`This permanently removes:`}
      </ConfirmDialog>
    </SettingsCard>
  )
}
