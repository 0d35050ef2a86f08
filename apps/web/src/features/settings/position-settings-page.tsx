import { t } from '@lingui/core/macro'
import { paths } from '../../lib/paths.ts'
import { ConsentCard } from '../consents/public.tsx'
import { Trackers } from '../trackers/public.tsx'
import { DownloadCard } from './download-card.tsx'
import { KeptCard } from './kept-card.tsx'
import { LocationLooksCard } from './location-looks-card.tsx'
import { SettingsCard } from './settings-card.tsx'
import { SettingsFrame } from './settings-frame.tsx'

/** The person's consent to being located, the apps that send their position, who viewed it, and the data stored about them. */
export function PositionSettingsPage() {
  return (
    <SettingsFrame
      at={paths.settingsPosition}
      columns={[
        [
          {
            id: 'consent',
            title: t`Location consent`,
            card: (
              <SettingsCard
                title={t`Location consent`}
                text={t`What you agreed to, and when. Your zone managers and administrators see only whether you agree.`}
              >
                <ConsentCard />
              </SettingsCard>
            ),
          },
          { id: 'views', title: t`Who viewed my location`, card: <LocationLooksCard /> },
          {
            id: 'apps',
            title: t`Location apps`,
            card: (
              <SettingsCard
                title={t`Location apps`}
                text={t`OwnTracks, Traccar Client, OsmAnd or Overland can send your position automatically. It counts for every zone you belong to.`}
              >
                <Trackers />
              </SettingsCard>
            ),
          },
        ],
        [
          { id: 'download', title: t`Download my data`, card: <DownloadCard /> },
          { id: 'data', title: t`Data about me`, shown: 'never', card: <KeptCard /> },
        ],
      ]}
    />
  )
}
