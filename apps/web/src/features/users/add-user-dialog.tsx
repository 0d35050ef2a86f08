import { t } from '@lingui/core/macro'
import { Tabs } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { type CodeAssignableRole, codeAssignableRoles } from '@muster/domain/role.ts'
import { findUserCode, isUserCode } from '@muster/domain/user-code.ts'
import { IconScan } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { ZoneSelect } from '../../ui/pick-zone.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { addUserFailureText } from './add-user-failure.ts'
import type { NewInvitation } from './inviting/invite-by-link.tsx'
import type { InviteTab } from './inviting/invite-panels.tsx'
import { RoleChoice } from './role-choice.tsx'
import { UserCodeField } from './user-code-field.tsx'

const CodeScanner = lazy(async () => ({
  default: (await import('../../ui/sharing/code-scanner.tsx')).CodeScanner,
}))

const InvitePanels = lazy(async () => ({
  default: (await import('./inviting/invite-panels.tsx')).InvitePanels,
}))

type Zone = { id: string; name: string }
type Props = {
  /** The zone to add the person to. If undefined, the dialog asks for one. */
  zone: Zone | undefined
  /** The code from a link, which prefills the field. */
  userCode?: string | undefined
  successTitle?: string
  opened: boolean
  onClose: () => void
}
type AddUserValues = { userCode: string; role: CodeAssignableRole }

/** True if the browser gives access to cameras, which it does not on pages served over plain HTTP. */
const canScan = () => navigator.mediaDevices !== undefined

type Tab = 'code' | InviteTab

const tabs: Readonly<Record<Tab, { label: string; title: string }>> = {
  code: { label: t`Code`, title: t`Add User by Code` },
  link: { label: t`Link`, title: t`Invite by link` },
  email: { label: t`Email`, title: t`Invite by email` },
  invited: { label: t`Invited`, title: t`Invitations` },
}
const isTab = (value: string | null): value is Tab => value !== null && Object.hasOwn(tabs, value)

/** Takes a user code, scanned, typed or from a link, or makes an invitation link that is shared or mailed. */
export function AddUserDialog({ opened, onClose, zone, ...props }: Props) {
  const [pickedZone, setPickedZone] = useState<MyZone>()
  const [tab, setTab] = useState<Tab>('code')
  // A link that was not copied yet is still there after the dialog was closed by accident.
  const [newLink, setNewLink] = useState<{ zoneId: string; invitation: NewInvitation }>()
  const targetZone = zone ?? pickedZone
  const newInvitation = newLink?.zoneId === targetZone?.id ? newLink?.invitation : undefined
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setTab(newInvitation ? 'link' : 'code')
  }
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={onClose}
      title={tabs[tab].title}
      closesOnTapOutside={!newInvitation}
    >
      {!zone && (
        <div style={{ marginBottom: 16 }}>
          <ZoneSelect zone={pickedZone} onPick={setPickedZone} label={t`Zone`} />
        </div>
      )}
      {targetZone && (
        <Tabs value={tab} onChange={next => isTab(next) && setTab(next)} keepMounted={false}>
          <Tabs.List grow mb="md" aria-label={t`Ways to add people`}>
            {Object.entries(tabs).map(([value, { label }]) => (
              <Tabs.Tab key={value} value={value} mih={44} px="xs" fw={600}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab}>
            {tab === 'code' ? (
              <AddUserForm {...props} zone={targetZone} onClose={onClose} />
            ) : (
              <Suspense fallback={<ListSkeleton />}>
                <InvitePanels
                  key={`${tab} ${targetZone.id}`}
                  tab={tab}
                  zone={targetZone}
                  onTab={setTab}
                  newInvitation={newInvitation}
                  onNewInvitation={invitation =>
                    setNewLink(invitation && { zoneId: targetZone.id, invitation })
                  }
                  onClose={onClose}
                />
              </Suspense>
            )}
          </Tabs.Panel>
        </Tabs>
      )}
    </ResponsiveDialog>
  )
}

type FormProps = Omit<Props, 'opened' | 'zone'> & { zone: Zone }

function AddUserForm({ zone, userCode = '', successTitle = t`User Added Successfully`, onClose }: FormProps) {
  const zoneName = zone.name
  const form = useActForm({
    values: (): AddUserValues => ({ userCode, role: 'app_user' }),
    validateInputOnBlur: true,
    validate: { userCode: code => (code.trim() === '' ? t`Please enter a user code` : null) },
    call: ({ userCode, role }) =>
      api.users.addByCode({ zoneId: zone.id, userCode: findUserCode(userCode), role }),
    done: ({ userName }) => [
      successTitle,
      t`${userName} is invited to ${zoneName}. They join once they enter it.`,
    ],
    invalidatesUnlessLive: [orpc.users.key()],
    onClose,
  })
  const fieldRef = useRef<HTMLInputElement>(null)
  const [isScanning, setIsScanning] = useState(false)
  const stopScanning = () => {
    setIsScanning(false)
    fieldRef.current?.focus()
  }
  const applyScannedCode = (text: string) => {
    const userCode = findUserCode(text)
    if (!isUserCode(userCode)) return false
    form.setFieldValue('userCode', userCode)
    form.clearFieldError('userCode')
    navigator.vibrate?.(60)
    // Scanning ends here, because the field shows the code now and Enter adds the person.
    stopScanning()
    return true
  }
  const { onBlur: onCodeBlur, ...codeProps } = form.getInputProps('userCode')
  return (
    <ActForm form={form} label={t`Add User`} workingLabel={t`Adding…`} failed={addUserFailureText}>
      <UserCodeField
        ref={fieldRef}
        help={t`Scan their code, or type the code shown in their Settings. This adds them to ${zoneName}.`}
        {...codeProps}
        // An untouched field is not validated when the focus moves elsewhere, for example to the camera or the role.
        onBlur={event => void (form.isDirty('userCode') && onCodeBlur(event))}
      />
      {isScanning ? (
        <Suspense fallback={<p role="status">{t`Starting the camera…`}</p>}>
          <CodeScanner onRead={applyScannedCode} onStop={stopScanning} />
        </Suspense>
      ) : (
        canScan() && (
          <Button variant="default" icon={IconScan} onClick={() => setIsScanning(true)}>
            {t`Scan code`}
          </Button>
        )
      )}
      <RoleChoice roles={codeAssignableRoles} label={t`Role in this zone`} {...form.getInputProps('role')} />
    </ActForm>
  )
}
