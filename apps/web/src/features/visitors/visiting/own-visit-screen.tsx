import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Group, Stack, Text } from '@mantine/core'
import type { OwnVisit } from '@muster/contract/visitors.ts'
import { IconCircleCheck, IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { errorTextWithTime, hasCode, withReference } from '../../../lib/error-text.ts'
import { formatClock } from '../../../lib/format-time.ts'
import { readLanguages } from '../../../lib/read-languages.ts'
import { Button } from '../../../ui/button.tsx'
import { useBackCloses } from '../../../ui/dialogs/use-back-closes.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { LoadingScreen } from '../../../ui/states/loading-screen.tsx'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { AllClearNote } from './all-clear-note.tsx'
import { useVisitAnswer } from './use-visit-answer.ts'
import { toShownState, VisitEmergency } from './visit-emergency.tsx'
import { VisitFrame } from './visit-frame.tsx'

/** Milliseconds between two questions whether there is an emergency. Visitors have no session, so no event reaches them. */
const pollMs = 10_000

/** The page that a visitor keeps on their own phone until they leave. */
export function OwnVisitScreen({ token }: { token: string }) {
  const visit = useQuery({
    ...orpc.visitors.own.queryOptions({ input: { token, language: readLanguages() } }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchInterval: query => (isOver(query.state) ? false : pollMs),
    // The browser’s word that there is no network is often wrong.
    networkMode: 'always',
    retry: false,
  })
  const own = useVisitAnswer(token)
  const leave = useAct({
    call: () => api.visitors.ownLeave({ token }),
    invalidates: [orpc.visitors.own.key()],
  })
  const asking = visit.data?.emergencies.find(it => {
    const waiting = own.waiting.findLast(({ emergencyId }) => emergencyId === it.id)
    const isAsking = visit.data.signedOutAt === null && !it.answer && !waiting
    return isAsking && toShownState(it, waiting) === 'missing'
  })
  // The emergency with which the page opened; null as soon as anything else has been shown.
  const [openedWith, setOpenedWith] = useState<string | null>()
  const shownId = asking?.id ?? null
  const nextOpenedWith = openedWith === undefined || openedWith === shownId ? shownId : null
  if (visit.data && openedWith !== nextOpenedWith) setOpenedWith(nextOpenedWith)
  if (hasCode(visit.error, 'VISIT_LINK_INVALID'))
    return (
      <VisitFrame title={t`Your visit`} isCentred>
        <ProblemAlert>{t`This visit no longer exists. If you are on site, sign in again.`}</ProblemAlert>
      </VisitFrame>
    )
  if (!visit.data)
    return visit.isError ? (
      <VisitFrame title={t`Your visit`} isCentred>
        <ErrorState title={t`The server can’t be reached`} query={visit} />
      </VisitFrame>
    ) : (
      <LoadingScreen />
    )
  const { name, zoneName, signedInAt, signedOutAt, emergencies } = visit.data
  const knownAt = formatClock(new Date(visit.dataUpdatedAt), new Date())
  const since = formatClock(new Date(signedInAt), new Date())
  const until = signedOutAt === null ? '' : formatClock(new Date(signedOutAt), new Date())
  // What to do comes first, also on a small screen.
  const isEmergencyFirst = signedOutAt === null && emergencies.length > 0
  const problem = visit.isError && (
    <ProblemAlert>
      {withReference(
        t`The server can’t be reached, so this page doesn’t know about emergencies since ${knownAt}. Listen for the alarm.`,
        visit.error,
      )}
    </ProblemAlert>
  )
  const signOut = (
    <SignOut asksFirst={emergencies.length > 0} working={leave.isPending} onSignOut={() => leave.mutate()} />
  )
  const notLeft = leave.error && (
    <ProblemAlert>{errorTextWithTime(leave.error, t`You couldn’t be signed out. Try again.`)}</ProblemAlert>
  )
  if (asking)
    return (
      <Box component="main" h="100dvh">
        <VisitEmergency
          key={asking.id}
          emergency={asking}
          own={own}
          isFirst
          isFull
          isArrival={asking.id !== openedWith}
        >
          {problem}
          {notLeft}
          {signOut}
        </VisitEmergency>
      </Box>
    )
  const title = signedOutAt === null ? t`You are signed in at ${zoneName}` : t`You are signed out`
  return (
    <VisitFrame
      place={name}
      {...(!isEmergencyFirst && { title })}
      intro={
        isEmergencyFirst ? undefined : signedOutAt === null ? (
          <Trans>Since {since}. Keep this page open, or scan the poster again to find it.</Trans>
        ) : visit.data.ended === 'end_of_day' ? (
          <Trans>The day ended at {until}. If you are still on site, sign in again.</Trans>
        ) : (
          <Trans>
            {zoneName}, until {until}. Goodbye.
          </Trans>
        )
      }
      isCentred={emergencies.length === 0}
    >
      <Stack>
        {problem}
        {emergencies.map((emergency, index) => (
          <VisitEmergency
            key={emergency.id}
            emergency={emergency}
            own={own}
            isFirst={isEmergencyFirst && index === 0}
            isFull={false}
          />
        ))}
        {emergencies.length === 0 &&
          visit.data.allClears.map(it => (
            <AllClearNote key={it.id} allClear={it} hasLeft={signedOutAt !== null} />
          ))}
        {notLeft}
        {signedOutAt === null ? (
          <>
            {emergencies.length === 0 && (
              <Text c="dimmed">{t`In an emergency, this page asks whether you are safe.`}</Text>
            )}
            {signOut}
          </>
        ) : (
          emergencies.length === 0 && <IconCircleCheck size="4.5rem" color="var(--m-inside)" aria-hidden />
        )}
      </Stack>
    </VisitFrame>
  )
}

type SignOutProps = { asksFirst: boolean; working: boolean; onSignOut: () => void }

/** Signs out. In an emergency it asks first, because nobody looks for somebody who has left. */
function SignOut({ asksFirst, working, onSignOut }: SignOutProps) {
  const [wasPressed, setPressed] = useState(false)
  const isAsking = asksFirst && wasPressed
  useBackCloses(isAsking, () => setPressed(false))
  if (isAsking)
    return (
      <Panel role="group" aria-label={t`Sign out`}>
        <Text fw={600} role="alert">
          {t`Have you left the site? You’ll no longer be looked for.`}
        </Text>
        <Group grow gap="sm">
          <Button variant="default" size="lg" mih={56} disabled={working} onClick={() => setPressed(false)}>
            {t`Cancel`}
          </Button>
          <Button size="lg" mih={56} loading={working} onClick={onSignOut}>
            {t`Sign out`}
          </Button>
        </Group>
      </Panel>
    )
  return (
    <Button
      variant="default"
      size="lg"
      mih={56}
      icon={IconLogout}
      iconSize="1.5rem"
      loading={working}
      onClick={() => (asksFirst ? setPressed(true) : onSignOut())}
    >
      {t`Sign out`}
    </Button>
  )
}

/** True if nothing changes any more. Somebody who left during an emergency still sees it. */
const isOver = ({ data: visit, error }: { data: OwnVisit | undefined; error: unknown }) =>
  hasCode(error, 'VISIT_LINK_INVALID') ||
  (visit !== undefined && visit.signedOutAt !== null && visit.emergencies.length === 0)
