import { t } from '@lingui/core/macro'
import { Button, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../lib/api.ts'
import { hasCode } from '../../../lib/error-text.ts'
import { readLanguages } from '../../../lib/read-languages.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { LoadingScreen } from '../../../ui/states/loading-screen.tsx'
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx'
import { OpenEmergencies } from './open-emergencies.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { VisitFrame } from './visit-frame.tsx'
import { readStored, writeStored } from './visit-storage.ts'

type Props = {
  token: string
  onVisit: (visitToken: string) => void
}

/** Milliseconds between two questions whether there is an emergency. */
const pollMs = 30_000

/** What the zone’s poster opens on a visitor’s own phone: the form, or the way back to the visit that goes on. */
export function PosterScreen({ token, onVisit }: Props) {
  const door = { door: 'poster' as const, token }
  const place = useQuery({
    ...orpc.visitors.place.queryOptions({ input: { ...door, language: readLanguages() } }),
    staleTime: 0,
    refetchInterval: query => (hasCode(query.state.error, 'VISIT_LINK_INVALID') ? false : pollMs),
    retry: false,
  })
  const [hasEnded, setHasEnded] = useState(false)
  const [stored] = useState(() => readStored('muster.visit'))
  const openVisit = stored && (
    <Button variant="default" size="lg" mih={56} onClick={() => onVisit(stored.token)}>
      {t`Open my visit`}
    </Button>
  )
  if (hasEnded || hasCode(place.error, 'VISIT_LINK_INVALID'))
    return (
      <VisitFrame title={t`Visitors`} isCentred>
        <Stack>
          <ProblemAlert>{t`This poster is no longer valid. Ask at the reception.`}</ProblemAlert>
          {openVisit}
        </Stack>
      </VisitFrame>
    )
  if (!place.data)
    return place.isError ? (
      <VisitFrame title={t`Visitors`} isCentred>
        <Stack>
          <ErrorState title={t`The server can’t be reached`} query={place} />
          {openVisit}
        </Stack>
      </VisitFrame>
    ) : (
      <LoadingScreen />
    )
  const title = t`Sign in as a visitor`
  const isEmergency = place.data.emergencies.length > 0
  return (
    <VisitFrame place={place.data.zoneName} title={isEmergency ? undefined : title} offersLanguages>
      <Stack>
        <OpenEmergencies emergencies={place.data.emergencies} />
        {isEmergency && <Title fz="h2">{title}</Title>}
        {stored?.poster === token && openVisit}
        <SignInForm
          door={door}
          place={place.data}
          onDone={({ visitToken }) => {
            if (visitToken === null) return
            writeStored('muster.visit', { token: visitToken, poster: token })
            onVisit(visitToken)
          }}
          onNoticeChange={() => void place.refetch()}
          onLinkEnd={() => setHasEnded(true)}
        />
      </Stack>
    </VisitFrame>
  )
}
