// Generated from the contract by `npm run generate`. Do not edit.
export const fieldRules = {
  'passkeys.rename': { name: { maxLength: 60, required: true } },
  'zoneRequests.submit': { name: { maxLength: 120, required: true }, description: { maxLength: 2000 }, note: { maxLength: 2000 } },
  'zoneRequests.resubmit': { note: { maxLength: 2000 } },
  'zoneRequests.decide': { note: { maxLength: 2000 } },
  'shifts.updatePlan': { name: { maxLength: 80, required: true }, starts: { maxLength: 5 }, ends: { maxLength: 5 } },
  'shifts.takeBackCorrection': { reason: { maxLength: 500, required: true } },
  'shifts.declineObjection': { answer: { maxLength: 1000, required: true } },
  'visitors.add': { name: { maxLength: 120, required: true }, company: { maxLength: 120 }, phone: { maxLength: 40 }, hostName: { maxLength: 120 }, badge: { maxLength: 64 } },
  'visitors.setSettings': { notice: { maxLength: 2000 } },
  'emergencyPlans.save': { name: { maxLength: 80, required: true }, expectedChangedAt: { maxLength: 40 } },
  'groups.update': { name: { maxLength: 120, required: true }, description: { maxLength: 2000 } },
  'documents.updateFolder': { name: { maxLength: 120, required: true }, description: { maxLength: 2000 } },
  'documents.rename': { title: { maxLength: 200, required: true } },
  'badges.createKey': { name: { maxLength: 60, required: true } },
  'reportMailing.addRecipient': { email: { maxLength: 254 }, name: { maxLength: 120 } },
}
