import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import type { ResponderLink } from '@muster/contract/responders.ts'
import { responderLinkHours } from '@muster/domain/responder-link.ts'
import { IconLink, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { Tag, type Tone } from '../../../ui/badges/tag.tsx'
import { Button } from '../../../ui/button.tsx'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { FailedAct } from '../../../ui/forms/failed-act.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { CopyFields } from '../../../ui/sharing/copy-fields.tsx'
import { LocalLinkNote } from '../../../ui/sharing/local-link-note.tsx'
import { QrCode } from '../../../ui/sharing/qr-code.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'

type Props = {
  emergency: Pick<EmergencyDetail, 'id' | 'allClearAt'>
  opened: boolean
  onClose: () => void
}

export function LinksDialog({ emergency, opened, onClose }: Props) {
  const [isShowingSecret, setIsShowingSecret] = useState(false)
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={onClose}
      title={t`Links for responders`}
      closesOnTapOutside={!isShowingSecret}
    >
      <Links emergency={emergency} onSecret={setIsShowingSecret} />
    </ResponsiveDialog>
  )
}

/** Milliseconds between two looks at the links while one is locked. */
const lockedPollMs = 15_000

const hoursLabel = (hours: number) => t`${plural(hours, { one: '# hour', other: '# hours' })}`

function Links({ emergency, onSecret }: Pick<Props, 'emergency'> & { onSecret: (isShown: boolean) => void }) {
  const emergencyId = emergency.id
  const [hours, setHours] = useState<(typeof responderLinkHours)[number]>(4)
  const { data, isError } = useQuery({
    ...orpc.responders.links.queryOptions({ input: { emergencyId } }),
    // Nothing happens when a lock ends.
    refetchInterval: query =>
      query.state.data?.links.some(it => it.state === 'locked') ? lockedPollMs : false,
  })
  const create = useAct({
    call: () => api.responders.create({ emergencyId, hours }),
    onDone: () => onSecret(true),
    invalidates: [orpc.responders.links.key()],
  })
  const newLink = create.data
  return (
    <Stack>
      <Text>
        <Trans>
          Whoever has the link and the code sees the missing and those who need help, with telephone and last
          known position. They see nothing else, and need no account.
        </Trans>
      </Text>
      <FailedAct act={create} failed={t`The link couldn’t be created. Try again.`} />
      {newLink && (
        <Panel role="status">
          <LocalLinkNote link={newLink.link} />
          <CopyFields
            fields={[
              { label: t`Link`, text: newLink.link },
              {
                label: t`Code`,
                text: newLink.code,
                shown: `${newLink.code.slice(0, 3)} ${newLink.code.slice(3)}`,
              },
            ]}
          />
          <QrCode text={newLink.link} label={t`The link as a QR code`} big />
          <Text fw={600}>
            <Trans>
              Send the link or let it be scanned, and give the code separately. Neither is shown again.
            </Trans>
          </Text>
        </Panel>
      )}
      {emergency.allClearAt === null && (
        <Group align="flex-end" gap="sm">
          <Select
            label={t`Expires after`}
            flex="1 1 9rem"
            data={responderLinkHours.map(it => ({ value: String(it), label: hoursLabel(it) }))}
            value={String(hours)}
            onChange={value => setHours(responderLinkHours.find(it => String(it) === value) ?? 4)}
            allowDeselect={false}
          />
          <Button icon={IconLink} loading={create.isPending} onClick={() => create.mutate()}>
            {t`Create link`}
          </Button>
        </Group>
      )}
      {isError && !data && <Text c="dimmed">{t`The links couldn’t be loaded.`}</Text>}
      {data?.links.map(link => (
        <LinkRow key={link.id} link={link} emergencyId={emergencyId} />
      ))}
    </Stack>
  )
}

const stateTags: Readonly<Record<ResponderLink['state'], readonly [Tone, string]>> = {
  open: ['good', t`Open`],
  locked: ['caution', t`Wrong codes entered`],
  blocked: ['danger', t`Blocked after wrong codes`],
  revoked: ['quiet', t`Revoked`],
  expired: ['quiet', t`Expired`],
}

function LinkRow({ link, emergencyId }: { link: ResponderLink; emergencyId: string }) {
  const { id: linkId, state, lockedUntil, createdBy, createdAt, expiresAt, opens, openedAt, mayRevoke } = link
  const revoke = useAct({
    call: () => api.responders.revoke({ emergencyId, linkId }),
    failed: t`The link couldn’t be revoked. Try again.`,
    invalidates: [orpc.responders.links.key()],
  })
  const [tone, label] = stateTags[state]
  const works = state === 'open' || state === 'locked'
  return (
    <Panel p="sm">
      <Group justify="space-between" gap="sm">
        <div>
          <Tag tone={tone}>{label}</Tag>
          <Text mt={4}>
            <RelativeTime at={createdAt} form="clock" /> · <Name>{createdBy}</Name>
            {works && (
              <>
                {' · '}
                <Trans>
                  until <RelativeTime at={expiresAt} form="clock" />
                </Trans>
              </>
            )}
          </Text>
          {lockedUntil !== null && (
            <Text>
              <Trans>
                Devices at the same address can’t open it until <RelativeTime at={lockedUntil} form="clock" />
                . It opens elsewhere, and pages that are already open keep working. A new link works right
                away.
              </Trans>
            </Text>
          )}
          {state === 'blocked' && (
            <Text>
              <Trans>
                It no longer accepts codes. Pages that are already open keep working. Create a new link.
              </Trans>
            </Text>
          )}
          <Text c="dimmed">
            {openedAt === null ? (
              t`Not opened yet`
            ) : (
              <>
                {t`${plural(opens, { one: 'Opened once', other: 'Opened # times' })}`},{' '}
                <Trans>
                  last <RelativeTime at={openedAt} />
                </Trans>
              </>
            )}
          </Text>
        </div>
        {works && mayRevoke && (
          <Button
            variant="default"
            flex="none"
            icon={IconTrash}
            loading={revoke.isPending}
            onClick={() => revoke.mutate()}
          >
            {t`Revoke`}
          </Button>
        )}
      </Group>
    </Panel>
  )
}
