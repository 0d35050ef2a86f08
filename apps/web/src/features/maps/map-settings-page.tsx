import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { MapNotice } from './map-notice.tsx'
import { MapSettingsForm } from './map-settings-form.tsx'

export function MapSettingsPage() {
  const settings = useQuery(orpc.maps.settings.queryOptions())
  return (
    <Page
      title={t`Map settings`}
      subtitle={t`Choose the map shown behind the zones. Changes apply to everyone immediately.`}
    >
      <Loaded query={settings} failure={t`Failed to load the map settings`} skeleton={5} />
      <MapNotice />
      {settings.data && (
        // A change by somebody else resets the form, which would otherwise undo it unnoticed.
        <MapSettingsForm key={JSON.stringify(settings.data)} settings={settings.data} />
      )}
    </Page>
  )
}
