import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Text, TextInput } from '@mantine/core'
import type { Passkey } from '@muster/contract/passkeys.ts'
import { maxPasskeys } from '@muster/domain/passkey.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { errorText, ignoreMissing } from '../../lib/error-text.ts'
import { canUsePasskeys } from '../../lib/webauthn.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { RowHead } from '../../ui/layout/row-head.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Day } from '../../ui/time/day.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { WithPassword } from '../auth/public.ts'
import { AddPasskeyForm } from './add-passkey-form.tsx'

export function Passkeys() {
  const client = useQueryClient()
  const list = useQuery({ ...orpc.passkeys.list.queryOptions(), staleTime: 0 })
  const settings = useQuery(orpc.auth.settings.queryOptions())
  const dialogs = useDialogs<'add' | 'rename' | 'remove', Passkey>()
  const selectedPasskey = dialogs.about
  const selectedName = selectedPasskey?.name ?? ''
  const reload = () => client.invalidateQueries({ queryKey: orpc.passkeys.list.key() })

  if (!list.data) return <Loaded query={list} failure={t`Failed to load passkeys`} skeleton={1} />
  const { passkeys } = list.data
  const canAdd = canUsePasskeys(settings.data?.passkeysAt)
  return (
    <>
      {passkeys.length > 0 && (
        <Rows>
          {passkeys.map(passkey => {
            const { name } = passkey
            return (
              <li key={passkey.id}>
                <RowHead
                  title={<Name>{name}</Name>}
                  detail={
                    <>
                      <Trans>
                        Added <Day at={passkey.createdAt} />
                      </Trans>
                      {' · '}
                      {passkey.lastUsedAt ? (
                        <Trans>
                          last used <RelativeTime at={passkey.lastUsedAt} />
                        </Trans>
                      ) : (
                        t`not used yet`
                      )}
                    </>
                  }
                />
                <Group gap="xs">
                  <Button
                    variant="default"
                    onClick={() => dialogs.open('rename', passkey)}
                    aria-label={t`Rename ${name}`}
                  >
                    {t`Rename`}
                  </Button>
                  <Button
                    variant="default"
                    onClick={() => dialogs.open('remove', passkey)}
                    aria-label={t`Remove ${name}`}
                  >
                    {t`Remove`}
                  </Button>
                </Group>
              </li>
            )
          })}
        </Rows>
      )}
      {canAdd && passkeys.length < maxPasskeys && (
        <Group>
          <Button variant="default" icon={IconFingerprint} onClick={() => dialogs.open('add')}>
            {t`Add passkey`}
          </Button>
        </Group>
      )}
      {!canAdd && settings.data && (
        <Text size="xs" c="dimmed">
          {t`Passkeys can’t be added in this browser or at this address.`}
        </Text>
      )}
      <ResponsiveDialog {...dialogs.props('add')} title={t`Add passkey`}>
        <WithPassword>
          <AddPasskeyForm
            onClose={dialogs.close}
            onAdded={name => {
              dialogs.close()
              notify.success(t`Passkey added`, t`You can now sign in with “${name}”.`)
              void reload()
            }}
          />
        </WithPassword>
      </ResponsiveDialog>
      {selectedPasskey && (
        <>
          <ResponsiveDialog {...dialogs.props('rename')} title={t`Rename passkey`}>
            <RenamePasskeyForm
              key={selectedPasskey.id}
              passkey={selectedPasskey}
              onClose={dialogs.close}
              onRenamed={() => {
                dialogs.close()
                void reload()
              }}
            />
          </ResponsiveDialog>
          <ConfirmDialog
            {...dialogs.props('remove')}
            title={t`Remove ${selectedName}?`}
            confirmLabel={t`Remove passkey`}
            workingLabel={t`Removing…`}
            onConfirm={() => ignoreMissing(api.passkeys.remove({ passkeyId: selectedPasskey.id }))}
            done={[t`Passkey removed`, t`You can no longer sign in with “${selectedName}”.`]}
            invalidates={[orpc.passkeys.list.key()]}
            failure={error => errorText(error, t`The passkey couldn’t be removed. Try again.`)}
          >
            <Trans>
              It will no longer sign you in. Your device may still offer it, so delete it there too.
            </Trans>
          </ConfirmDialog>
        </>
      )}
    </>
  )
}

type Props = { passkey: Passkey; onClose: () => void; onRenamed: () => void }

function RenamePasskeyForm({ passkey, onClose, onRenamed }: Props) {
  const form = useActForm({
    values: () => ({ name: passkey.name }),
    fields: 'passkeys.rename',
    validate: { name: value => (value.trim() === '' ? t`A name is required` : null) },
    call: ({ name }) => api.passkeys.rename({ passkeyId: passkey.id, name }),
    onDone: onRenamed,
  })
  return (
    <ActForm
      form={form}
      label={t`Rename`}
      workingLabel={t`Renaming…`}
      onCancel={onClose}
      failed={t`The passkey couldn’t be renamed. Try again.`}
    >
      <TextInput label={t`Name`} data-autofocus {...form.getInputProps('name')} required={false} />
    </ActForm>
  )
}
