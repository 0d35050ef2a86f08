import { t } from '@lingui/core/macro'
import { Badge, SimpleGrid, Tabs } from '@mantine/core'
import { can } from '@muster/domain/permission.ts'
import { IconShieldPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { hasCode } from '../../lib/error-text.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { Page } from '../../ui/layout/page.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { AccountsSection } from './accounts-section.tsx'
import { BreachDialog } from './breach-dialog.tsx'
import { BreachesSection } from './breaches-section.tsx'
import { ChainCheck } from './chain-check.tsx'
import { CleanUpSection } from './clean-up-section.tsx'
import { DashboardFailure } from './dashboard-failure.tsx'
import { DayFigures } from './day-figures.tsx'
import { EventsSection } from './events-section.tsx'
import { RlsAudit } from './rls-audit.tsx'
import classes from './security.module.css'
import { noFilters, type SecuritySearch, type SecuritySection, securitySections } from './security-search.ts'
import { useDashboard } from './use-dashboard.ts'

function AuditSection({ onShowEvent }: { onShowEvent: (number: number) => void }) {
  return (
    <SimpleGrid
      minColWidth="min(100%, 380px)"
      autoFlow="auto-fit"
      spacing="var(--m-gap)"
      style={{ alignItems: 'start' }}
    >
      <RlsAudit />
      <ChainCheck onShowEvent={onShowEvent} />
    </SimpleGrid>
  )
}

type Props = {
  search: SecuritySearch
  /** Changes the URL. `replace` is set while typing; opening a section or details adds a history entry. */
  onSearch: (changes: SecuritySearch, options?: { replace?: boolean }) => void
}

const sectionNames: Record<SecuritySection, string> = {
  events: t`Events`,
  accounts: t`Suspicious accounts`,
  breaches: t`Breach notices`,
  audit: t`Audit`,
  'clean-up': t`Data clean-up`,
}

export function SecurityPage(props: Props) {
  const { profile } = useMe()
  const isAllowed = can(profile.role, 'view_security')
  const dashboard = useDashboard(isAllowed)
  // The server decides, because the role may have changed since it was loaded here.
  if (!isAllowed || hasCode(dashboard.error, 'FORBIDDEN')) {
    return (
      <Page title={t`Security`}>
        <NotAllowed
          title={t`You don’t have permission to view security`}
          text={t`Only internal administrators can view this page. If something looks wrong, tell one of them.`}
        />
      </Page>
    )
  }
  return <AllowedSecurityPage {...props} dashboard={dashboard} />
}

function AllowedSecurityPage({
  search,
  onSearch,
  dashboard,
}: Props & { dashboard: ReturnType<typeof useDashboard> }) {
  const reporting = useDialog()
  const section = search.section ?? 'events'
  const tabsRef = useRef<HTMLDivElement>(null)
  // The five tabs do not fit on a phone, so the selected one is scrolled into view.
  useEffect(() => {
    const tab = tabsRef.current?.querySelector(`[data-section="${section}"]`)
    tab?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [section])
  const openSection = (next: SecuritySection) =>
    onSearch({ section: next === 'events' ? undefined : next, event: undefined, notice: undefined })
  const showPerson = (user: string) =>
    onSearch({ ...noFilters, section: undefined, event: undefined, notice: undefined, user })
  const counts: Partial<Record<SecuritySection, number>> = {
    accounts: dashboard.data?.suspiciousAccounts.length,
    breaches: dashboard.data?.breachNotices,
  }
  const showsSectionError = section !== 'accounts'

  return (
    <Page
      title={t`Security`}
      subtitle={t`Security events, and whether the log is intact.`}
      action={
        <Button icon={IconShieldPlus} onClick={reporting.open}>
          {t`Report a breach`}
        </Button>
      }
    >
      {showsSectionError && <DashboardFailure dashboard={dashboard} />}
      <DayFigures dashboard={dashboard} search={search} onSearch={onSearch} />
      <Tabs
        value={section}
        onChange={next => openSection(securitySections.find(candidate => candidate === next) ?? 'events')}
        keepMounted={false}
        classNames={{ list: classes.tabs, tab: classes.tab, panel: classes.section }}
      >
        <Tabs.List ref={tabsRef} aria-label={t`Security sections`}>
          {securitySections.map(tabSection => (
            <Tabs.Tab
              key={tabSection}
              value={tabSection}
              data-section={tabSection}
              rightSection={<TabCount count={counts[tabSection]} />}
            >
              {sectionNames[tabSection]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="events">
          <EventsSection search={search} onSearch={onSearch} dashboard={dashboard.data} />
        </Tabs.Panel>
        <Tabs.Panel value="accounts">
          <AccountsSection dashboard={dashboard} onShowEvents={showPerson} />
        </Tabs.Panel>
        <Tabs.Panel value="breaches">
          <BreachesSection
            opened={search.notice}
            onOpen={(notice, options) => onSearch({ notice }, options)}
            onShowPerson={showPerson}
          />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditSection onShowEvent={event => onSearch({ ...noFilters, section: undefined, event })} />
        </Tabs.Panel>
        <Tabs.Panel value="clean-up">
          <CleanUpSection />
        </Tabs.Panel>
      </Tabs>
      <BreachDialog {...reporting.props} onReported={() => openSection('breaches')} />
    </Page>
  )
}

function TabCount({ count }: { count: number | undefined }) {
  return count ? (
    <Badge color="gray" c="dimmed" fz="xs">
      {count}
    </Badge>
  ) : null
}
