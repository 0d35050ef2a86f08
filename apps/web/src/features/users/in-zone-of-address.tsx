import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '../../lib/paths.ts'
import type { SearchProps } from '../../lib/search-props.ts'
import { requiresPin } from '../../lib/session/selected-zone.ts'
import { useNamedZone } from '../../lib/session/use-named-zone.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { EnterZoneFirst } from '../auth/public.ts'

type Props = SearchProps<{ zone?: string | undefined }> & {
  title: string
  /** Called to remove the zone from the URL when the person stays in the current one. */
  onStay: () => void
  /** The page or form that the URL opens in the zone. */
  purpose: keyof typeof purposeTexts
  /** An explanation for a person without access to the zone, such as what was not done. */
  noAccessNote?: string | undefined
  children: ReactNode
}

/** The texts for the first step, which is to accept the invitation or to enter the PIN. */
const purposeTexts = {
  files: {
    accept: (zoneName: string) => t`Accept the invitation to see ${zoneName}’s files.`,
    enter: (zoneName: string) => t`Enter your PIN to see ${zoneName}’s files.`,
  },
  hazards: {
    accept: (zoneName: string) => t`Accept the invitation to see hazards for ${zoneName}.`,
    enter: (zoneName: string) => t`Enter your PIN to see hazards for ${zoneName}.`,
  },
  report: {
    accept: (zoneName: string) => t`Accept the invitation to report something at ${zoneName}.`,
    enter: (zoneName: string) => t`Enter your PIN to report something at ${zoneName}.`,
  },
}

/**
 * A page whose URL may name a zone, for example from a poster or an alert. It opens in that zone, after the person has accepted the
 * invitation or entered the PIN where required, and never shows or uses the previously selected zone. The zone is then removed from
 * the URL, so that another one can be selected.
 */
export function InZoneOfAddress({ search, onSearch, onStay, title, purpose, noAccessNote, children }: Props) {
  const { profile } = useMe()
  const { href } = useLocation()
  const { zoneId, zone: currentZone, status, error, retry, retrying, select } = useSelectedZone()
  const isOtherZone = search.zone !== undefined && search.zone !== zoneId
  const needsZoneLookup = isOtherZone && status === 'loaded'
  const { zone, failed, loading, ...query } = useNamedZone(needsZoneLookup ? search.zone : undefined)
  const canSelect = zone !== undefined && !zone.invited && !requiresPin(profile.role, zone)
  const zoneIdToSelect = canSelect ? zone.id : undefined
  const latestRef = useRef({ select, onSearch })
  latestRef.current = { select, onSearch }
  useEffect(() => {
    if (zoneIdToSelect) latestRef.current.select(zoneIdToSelect)
  }, [zoneIdToSelect])
  const hasArrived = search.zone !== undefined && !isOtherZone
  useEffect(() => {
    if (hasArrived) latestRef.current.onSearch({ zone: undefined }, { replace: true })
  }, [hasArrived])

  if (!isOtherZone) return children
  return <Page title={title}>{renderContent()}</Page>

  function renderContent() {
    if (status === 'failed' || failed)
      return (
        <ErrorState
          title={t`Failed to load zones`}
          error={status === 'failed' ? error : query.error}
          onRetry={status === 'failed' ? retry : query.retry}
          retrying={retrying || query.asking}
        />
      )
    if (status === 'loading' || loading || canSelect) return <ListSkeleton count={3} />
    const selectedName = currentZone?.name
    if (!zone)
      return (
        <NotAllowed
          title={t`You don’t belong to this zone`}
          text={
            <>
              <Trans>
                This link is for a zone you’re not a member of. Ask one of its managers to add you.
              </Trans>{' '}
              {noAccessNote}
            </>
          }
        >
          <Button variant="default" onClick={onStay}>
            {selectedName ? t`Back to ${selectedName}` : t`Continue without a zone`}
          </Button>
        </NotAllowed>
      )
    const zoneName = zone.name
    if (zone.invited)
      return (
        <NotAllowed title={t`You’re invited to ${zoneName}`} text={purposeTexts[purpose].accept(zoneName)}>
          <Button
            renderRoot={props => (
              <Link {...props} to={paths.zoneSelection} search={{ zone: zone.id, next: href }} />
            )}
          >
            {t`View invitation`}
          </Button>
        </NotAllowed>
      )
    return (
      <EnterZoneFirst
        zone={zone}
        text={purposeTexts[purpose].enter(zoneName)}
        onEntered={entryExpiresAt => select(zone.id, entryExpiresAt)}
      />
    )
  }
}
