import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Group, Stack, Text } from '@mantine/core'
import type { MyZone } from '@muster/contract/zones.ts'
import { limits } from '@muster/domain/limits.ts'
import { isPin } from '@muster/domain/pin.ts'
import { needsPin } from '@muster/domain/role.ts'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { entryNews } from '../../lib/session/entry-news.ts'
import { ownZonesKeys } from '../../lib/session/own-zones.ts'
import { roleInZone } from '../../lib/session/selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { useFeed } from '../../live/use-feed.ts'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { PinInput } from '../../ui/forms/pin-input.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { pinFailureText } from '../auth/public.ts'

const most = limits.invitationsAtOnce

type Props = { invitations: readonly MyZone[] }

/** Offers to accept several invitations in one act. The dialog stays for its results when none is left. */
export function AcceptInvitations({ invitations }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  // The list stays as it was when the dialog opened, so that its results can be read.
  const [listed, setListed] = useState(invitations)
  const count = invitations.length
  return (
    <>
      {count > 1 && (
        <Group>
          <Button
            variant="default"
            icon={IconMail}
            onClick={() => {
              setListed(invitations.slice(0, most))
              setIsOpen(true)
            }}
          >
            {count > most
              ? t`Accept the first ${{ count: formatCount(most) }}`
              : plural(count, { one: 'Accept all (#)', other: 'Accept all (#)' })}
          </Button>
        </Group>
      )}
      <ResponsiveDialog opened={isOpen} onClose={() => setIsOpen(false)} title={t`Accept invitations`}>
        <AcceptForm invitations={listed} onClose={() => setIsOpen(false)} />
      </ResponsiveDialog>
    </>
  )
}

function AcceptForm({ invitations, onClose }: Props & { onClose: () => void }) {
  const { profile } = useMe()
  const feed = useFeed()
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set(invitations.map(({ id }) => id)))
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState<string>()
  const chosen = invitations.filter(({ id }) => chosenIds.has(id))
  const asksPin = chosen.some(zone => needsPin(roleInZone(profile.role, zone)))
  const accept = useAct({
    call: () => api.zones.acceptInvitations({ zoneIds: chosen.map(({ id }) => id), pin: asksPin ? pin : '' }),
    onDone: ({ results }) => {
      feed?.watchAgain()
      entryNews.publish()
      if (results.every(({ outcome }) => outcome === 'accepted')) onClose()
    },
    done: ({ results }) => {
      const accepted = results.filter(({ outcome }) => outcome === 'accepted').length
      return accepted === results.length
        ? [
            t`Invitations accepted`,
            plural(accepted, { one: 'You can work in # zone now.', other: 'You can work in # zones now.' }),
          ]
        : undefined
    },
    invalidates: ownZonesKeys(),
    onError: error => {
      setProblem(pinFailureText(error))
      setPin('')
    },
  })
  const toggle = (id: string) => {
    const next = new Set(chosenIds)
    if (!next.delete(id)) next.add(id)
    setChosenIds(next)
  }
  const submit = (typedPin: string) => {
    if (accept.isPending || accept.data || chosen.length === 0) return
    if (asksPin && !isPin(typedPin)) return setProblem(t`Please enter a 4-digit PIN`)
    setProblem(undefined)
    accept.mutate()
  }
  const goneIds = new Set(accept.data?.results.filter(it => it.outcome === 'gone').map(it => it.zoneId))
  const count = chosen.length
  return (
    <Form
      gap={0}
      onSubmit={() => {
        if (accept.data) onClose()
        else submit(pin)
      }}
    >
      <Stack>
        <Text c="dimmed">
          <Trans>
            Until you accept, a zone’s managers see only your name and user code. After that, they also see
            your contact details and where you check in.
          </Trans>
        </Text>
        <Stack gap={0} role="group" aria-label={t`Zones`}>
          {invitations.map(zone => (
            <Checkbox
              key={zone.id}
              py={10}
              label={<Name>{zone.name}</Name>}
              description={resultText(
                accept.data !== undefined,
                chosenIds.has(zone.id),
                goneIds.has(zone.id),
              )}
              checked={chosenIds.has(zone.id)}
              disabled={accept.isPending || accept.data !== undefined}
              onChange={() => toggle(zone.id)}
            />
          ))}
        </Stack>
        {/* After a full success, the dialog closes and a notice says so. */}
        {goneIds.size > 0 && (
          <ProblemAlert>
            {goneIds.size === count
              ? t`These invitations are no longer open. None was accepted.`
              : t`Some invitations are no longer open. The others were accepted.`}
          </ProblemAlert>
        )}
        {asksPin && !accept.data && (
          <PinInput
            label={t`Zone entry PIN`}
            help={t`Asked once, for all of them.`}
            value={pin}
            onChange={value => {
              setPin(value)
              if (value !== '') setProblem(undefined)
            }}
            error={problem}
            disabled={accept.isPending}
          />
        )}
        {!asksPin && problem && <ProblemAlert>{problem}</ProblemAlert>}
      </Stack>
      {accept.data ? (
        <FormButtons label={t`Done`} workingLabel={t`Done`} working={false} />
      ) : (
        <FormButtons
          label={plural(count, { one: 'Accept # invitation', other: 'Accept # invitations' })}
          workingLabel={t`Accepting…`}
          working={accept.isPending}
          disabled={count === 0}
          onCancel={onClose}
        />
      )}
    </Form>
  )
}

function resultText(isDone: boolean, isChosen: boolean, isGone: boolean): string | undefined {
  if (!isDone || !isChosen) return undefined
  return isGone ? t`No longer open` : t`Accepted`
}
