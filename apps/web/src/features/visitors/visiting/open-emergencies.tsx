import type { VisitedPlace } from '@muster/contract/visitors.ts'
import { Alarm } from '../../../ui/alarm/alarm.tsx'

export const OpenEmergencies = ({ emergencies }: Pick<VisitedPlace, 'emergencies'>) =>
  emergencies.map(emergency => (
    <div key={emergency.id} role="alert">
      <Alarm emergency={emergency} />
    </div>
  ))
