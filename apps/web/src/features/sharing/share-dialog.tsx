import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorText, hasCode } from '../../lib/error-text.ts'
import { formatClock } from '../../lib/format-time.ts'
import { backgroundChoice } from '../../lib/geolocation/background-choice.ts'
import { failureText, locationErrorTitle, permissionTexts } from '../../lib/geolocation/failure-text.ts'
import { locator } from '../../lib/geolocation/locator.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Name } from '../../ui/people/name.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { EnterZoneDialog } from '../auth/public.ts'
import { AfterConsent } from '../consents/public.tsx'
import { toEndTime, toFieldTime } from './until.ts'

const defaultSharingDurationMs = 8 * 60 * 60_000

type Props = {
  zone: { id: string; name: string }
  opened: boolean
  onClose: () => void
  onStarted?: () => void
}

export function ShareDialog({ zone, opened, onClose, onStarted }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Share my position`}>
      <AfterConsent onRefused={onClose}>
        <ShareForm zone={zone} onClose={onClose} onStarted={onStarted} />
      </AfterConsent>
    </ResponsiveDialog>
  )
}

function ShareForm({ zone, onClose, onStarted }: Omit<Props, 'opened'>) {
  const client = useQueryClient()
  const zoneName = zone.name
  const [time, setTime] = useState(() => toFieldTime(new Date(Date.now() + defaultSharingDurationMs)))
  const [problem, setProblem] = useState<{ title: string; text: string }>()
  const [isEnteringPin, setIsEnteringPin] = useState(false)
  const [inBackground, setInBackground] = useState(backgroundChoice.get)
  const endTime = toEndTime(time, new Date())
  const start = useAct({
    async call(endsAt: Date) {
      const failure = await locator.problem()
      if (failure) return { failure }
      return { sharing: await api.presence.startSharing({ zoneId: zone.id, endsAt: endsAt.toISOString() }) }
    },
    onDone(result) {
      if (result.failure) {
        const { text, next } = failureText(result.failure)
        const reason = result.failure === 'denied' ? permissionTexts.missing : text
        return setProblem({ title: locationErrorTitle, text: `${reason}. ${next}` })
      }
      client.setQueryData(orpc.presence.mySharing.queryKey(), { sharing: result.sharing })
      const clock = formatClock(new Date(result.sharing.endsAt), new Date())
      notify.success(t`Sharing your position`, t`${zoneName}, until ${clock}.`)
      onStarted?.()
      onClose()
    },
    onError(error) {
      if (hasCode(error, 'ZONE_ENTRY_REQUIRED')) return setIsEnteringPin(true)
      setProblem({
        title: t`Sharing couldn’t be started`,
        text: errorText(error, t`The server couldn’t be reached. Try again.`),
      })
    },
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setProblem(undefined)
    if (endTime) start.mutate(endTime)
  }
  return (
    <>
      <ActForm
        form={{ act: start, submit, onClose }}
        label={t`Start sharing`}
        workingLabel={t`Starting…`}
        disabled={!endTime}
      >
        {problem && <ProblemAlert title={problem.title}>{problem.text}</ProblemAlert>}
        <p>
          <Trans>
            While Muster is open on this device, the managers of <Name>{zoneName}</Name> see your position
            about every 15 seconds and that you’re sharing it. You can pause or end sharing at any time. It
            also ends automatically.
          </Trans>
        </p>
        <TextInput
          type="time"
          label={t`Until the end of my shift`}
          description={endTime && endTime.getDate() !== new Date().getDate() ? t`Tomorrow.` : t`Today.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          value={time}
          onChange={event => setTime(event.currentTarget.value)}
          error={endTime ? undefined : t`Choose a time.`}
        />
        {backgroundChoice.isPossible() && (
          <Switch
            label={t`Keep sharing when Muster is in the background`}
            description={t`Your phone shows that sharing is on. It uses GPS all the time, which drains the battery about as much as navigation.`}
            checked={inBackground}
            onChange={event => {
              backgroundChoice.set(event.currentTarget.checked)
              setInBackground(event.currentTarget.checked)
            }}
          />
        )}
      </ActForm>
      <EnterZoneDialog
        zone={zone}
        opened={isEnteringPin}
        onClose={() => setIsEnteringPin(false)}
        onEntered={() => {
          setIsEnteringPin(false)
          submit()
        }}
      />
    </>
  )
}
