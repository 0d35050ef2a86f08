import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Box, Stack, Text, TextInput } from '@mantine/core'
import { callsPeopleInside } from '@muster/domain/emergency.ts'
import { isLanguage } from '@muster/domain/language.ts'
import { IconCircleCheck, IconLogin2, IconLogout } from '@tabler/icons-react'
import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { setDeviceLanguage } from '../../../lib/activate-language.ts'
import { api, orpc } from '../../../lib/api.ts'
import { hasCode, withReference } from '../../../lib/error-text.ts'
import { formatClock } from '../../../lib/format-time.ts'
import { paths } from '../../../lib/paths.ts'
import { useSignOut } from '../../../lib/session/use-sign-out.ts'
import { sessionStore } from '../../../lib/session-store.ts'
import { Button } from '../../../ui/button.tsx'
import { useBackCloses } from '../../../ui/dialogs/use-back-closes.ts'
import { FailedAct } from '../../../ui/forms/failed-act.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useAct } from '../../../ui/forms/use-act.ts'
import { CautionNote } from '../../../ui/states/caution-note.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { LoadingScreen } from '../../../ui/states/loading-screen.tsx'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { AllClearNote } from './all-clear-note.tsx'
import { KioskEmergency } from './kiosk-emergency.tsx'
import { KioskSignOut } from './kiosk-sign-out.tsx'
import { OpenEmergencies } from './open-emergencies.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useIdle } from './use-idle.ts'
import { VisitFrame } from './visit-frame.tsx'
import { readStored, writeStored } from './visit-storage.ts'

/** Milliseconds without a touch after which the kiosk returns to its start; and those for which it says that it is done. */
const idleMs = 90_000
const doneMs = 8_000
/** Milliseconds before the end of that time in which the kiosk says that it is about to delete what was typed. */
const warnMs = 20_000
/** Milliseconds between two calls by which the kiosk learns of an emergency or a new notice. No event reaches it: it has no session. */
const pollMs = 10_000

/** A tablet at the entrance. It holds the token of the kiosk and no person’s session. */
export function KioskScreen() {
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.get)
  const [kiosk, setKiosk] = useState(() => readStored('muster.kiosk'))
  const [wasClosed, setWasClosed] = useState(false)
  const keep = (value: typeof kiosk) => {
    writeStored('muster.kiosk', value)
    setKiosk(value)
  }
  if (session !== null) return <SignOutFirst />
  if (!kiosk)
    return (
      <EnterCode
        wasClosed={wasClosed}
        onStarted={started => {
          setWasClosed(false)
          keep({ ...started, language: i18n.locale })
        }}
      />
    )
  return (
    <Kiosk
      key={kiosk.token}
      token={kiosk.token}
      language={kiosk.language}
      onEnd={() => {
        setWasClosed(true)
        keep(undefined)
      }}
    />
  )
}

/** Shown while a person is signed in: Back or another tab would open their pages to every visitor. */
function SignOutFirst() {
  const signOut = useSignOut()
  const navigate = useNavigate()
  const leave = async () => {
    await signOut()
    if (sessionStore.get() === null) await navigate({ to: paths.kiosk, replace: true })
  }
  return (
    <VisitFrame
      title={t`Someone is signed in on this tablet`}
      intro={t`Visitors could open their pages. Sign out before you start the kiosk.`}
    >
      <Button size="lg" mih={56} onClick={() => void leave()}>
        {t`Sign Out`}
      </Button>
    </VisitFrame>
  )
}

type CodeProps = {
  wasClosed: boolean
  onStarted: (kiosk: { token: string; zoneName: string }) => void
}

function EnterCode({ wasClosed, onStarted }: CodeProps) {
  const [code, setCode] = useState('')
  const start = useAct({
    call: () => api.visitors.startKiosk({ code }),
    onDone: ({ token, zoneName }) => onStarted({ token, zoneName }),
  })
  return (
    <VisitFrame
      title={t`Start a kiosk`}
      intro={t`A manager makes the code under Visitors, More, Kiosks.`}
      offersLanguages
    >
      <Form
        onSubmit={() => {
          if (code.trim() !== '') start.mutate()
        }}
      >
        {wasClosed && <ProblemAlert>{t`This kiosk was closed. It needs a new code.`}</ProblemAlert>}
        <FailedAct act={start} failed={t`The kiosk couldn’t be started. Try again.`} />
        <TextInput
          label={t`Code`}
          size="lg"
          maxLength={20}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" mih={56} disabled={code.trim() === ''} loading={start.isPending}>
          {t`Start`}
        </Button>
      </Form>
    </VisitFrame>
  )
}

type Step =
  | { readonly at: 'start' | 'in' | 'out' | 'done-out' }
  | { readonly at: 'done-in'; readonly hostName: string }

const start: Step = { at: 'start' }

/** Stands at the lower edge, so that nothing moves under a finger. */
function StillThere() {
  const seconds = warnMs / 1000
  return (
    <Box pos="fixed" bottom={0} left={0} right={0} p="md" style={{ zIndex: 100 }} role="alert">
      <CautionNote>
        <Text fw={600} size="md">
          {t`Still there? Touch the screen. Otherwise what you typed is deleted in ${plural(seconds, { one: '# second', other: '# seconds' })}.`}
        </Text>
      </CautionNote>
    </Box>
  )
}

type KioskProps = {
  token: string
  /** The language in which the kiosk was started; undefined for older kiosks. */
  language: string | undefined
  onEnd: () => void
}

function Kiosk({ token, language, onEnd }: KioskProps) {
  const door = { door: 'kiosk' as const, token }
  const client = useQueryClient()
  const place = useQuery({
    ...orpc.visitors.place.queryOptions({ input: { ...door, language: document.documentElement.lang } }),
    staleTime: 0,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
  })
  const [step, setStep] = useState<Step>(start)
  const isSending = useIsMutating() > 0
  const isOtherLanguage = isLanguage(language) && i18n.locale !== language
  // Nothing of the last visitor stays: neither what they typed nor what was found.
  const forgetVisitor = useCallback(() => {
    client.removeQueries({ queryKey: orpc.visitors.expected.key() })
    client.removeQueries({ queryKey: orpc.visitors.hosts.key() })
    client.removeQueries({ queryKey: orpc.visitors.present.key() })
    setStep(start)
  }, [client])
  const toStart = () => {
    forgetVisitor()
    // The next visitor finds the kiosk's own language. This reloads the page.
    if (isOtherLanguage) setDeviceLanguage(language)
  }
  const isDone = step.at === 'done-in' || step.at === 'done-out'
  const hostName = step.at === 'done-in' ? step.hostName : ''
  const isForm = step.at === 'in' || step.at === 'out'
  const isClosed = place.data?.emergencies.some(it => callsPeopleInside(it.kind)) ?? false
  const isWarning = useIdle(isDone ? doneMs : idleMs, toStart, {
    // An answer must not open in front of the next person. In an emergency the language stays: somebody may have chosen it to read what
    // to do, and without a network the reload would lose it.
    enabled: (step.at !== 'start' || isOtherLanguage) && !isSending && !isClosed,
    warnMs: isForm ? warnMs : 0,
  })
  useEffect(() => {
    if (isClosed) forgetVisitor()
  }, [isClosed, forgetVisitor])
  useBackCloses(step.at !== 'start', toStart)
  const hasEnded = hasCode(place.error, 'VISIT_LINK_INVALID')
  useEffect(() => {
    if (hasEnded) onEnd()
  }, [hasEnded, onEnd])
  if (!place.data)
    return place.isError && !hasEnded ? (
      <VisitFrame title={t`Visitors`} isKiosk>
        <ErrorState title={t`The kiosk can’t reach the server`} query={place} />
      </VisitFrame>
    ) : (
      <LoadingScreen />
    )
  const { zoneName, emergencies, allClears } = place.data
  if (isClosed)
    return (
      <KioskEmergency
        place={place.data}
        lostSince={place.isError ? formatClock(new Date(place.dataUpdatedAt), new Date()) : undefined}
      />
    )
  if (step.at === 'in')
    return (
      <VisitFrame place={zoneName} title={t`Sign in`} isKiosk>
        <SignInForm
          door={door}
          place={place.data}
          onDone={({ hostName }) => setStep({ at: 'done-in', hostName })}
          onNoticeChange={() => void place.refetch()}
          onLinkEnd={onEnd}
          onBack={toStart}
        />
        {isWarning && <StillThere />}
      </VisitFrame>
    )
  if (step.at === 'out')
    return (
      <VisitFrame place={zoneName} title={t`Sign out`} isKiosk>
        <KioskSignOut
          token={token}
          onDone={() => setStep({ at: 'done-out' })}
          onEmergency={() => void place.refetch()}
          onLinkEnd={onEnd}
          onBack={toStart}
        />
        {isWarning && <StillThere />}
      </VisitFrame>
    )
  if (isDone)
    return (
      <VisitFrame
        place={zoneName}
        title={step.at === 'done-in' ? t`You are signed in` : t`You are signed out`}
        isKiosk
        isCentred
      >
        <Stack role="status">
          <IconCircleCheck size="4.5rem" color="var(--m-inside)" aria-hidden />
          <Text size="md">
            {step.at === 'done-out'
              ? t`Goodbye.`
              : hostName === ''
                ? t`Remember to sign out when you leave.`
                : t`${hostName} has been notified. Remember to sign out when you leave.`}
          </Text>
          <Button size="lg" mih={56} onClick={toStart}>
            {t`Done`}
          </Button>
        </Stack>
      </VisitFrame>
    )
  return (
    <VisitFrame place={zoneName} title={t`Welcome`} isKiosk isCentred offersLanguages>
      <Stack>
        {place.isError && (
          <ProblemAlert>
            {withReference(t`The kiosk can’t reach the server. Ask at the reception.`, place.error)}
          </ProblemAlert>
        )}
        <OpenEmergencies emergencies={emergencies} />
        {allClears.slice(0, 1).map(it => (
          <AllClearNote key={it.id} allClear={it} />
        ))}
        <Button
          fz="1.5rem"
          mih={96}
          h="auto"
          icon={IconLogin2}
          iconSize="2rem"
          onClick={() => setStep({ at: 'in' })}
        >
          {t`Sign in`}
        </Button>
        <Button
          fz="1.5rem"
          mih={96}
          h="auto"
          variant="default"
          icon={IconLogout}
          iconSize="2rem"
          onClick={() => setStep({ at: 'out' })}
        >
          {t`Sign out`}
        </Button>
      </Stack>
    </VisitFrame>
  )
}
