/**
 * Returns the list with the trimmed skill added at the end. Returns the same array if the skill is blank or, ignoring case, already
 * present.
 */
export function addSkill(skills: readonly string[], text: string): readonly string[] {
  const skill = text.trim()
  const key = skill.toLowerCase()
  if (skill === '' || skills.some(other => other.trim().toLowerCase() === key)) return skills
  return [...skills, skill]
}

export function removeSkill(skills: readonly string[], skill: string): readonly string[] {
  return skills.filter(other => other !== skill)
}

/** By the rule of `addSkill`: trimmed, without blanks and duplicates; the first spelling is kept. */
export function cleanSkills(skills: readonly string[]): readonly string[] {
  return skills.reduce<readonly string[]>(addSkill, [])
}
