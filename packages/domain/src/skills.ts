/** Adds a skill to the end of the list, trimmed. Returns the same array if the skill is blank or already present, ignoring case. */
export function addSkill(skills: readonly string[], text: string): readonly string[] {
  const skill = text.trim()
  const key = skill.toLowerCase()
  if (skill === '' || skills.some(other => other.trim().toLowerCase() === key)) return skills
  return [...skills, skill]
}

/** The list without that skill. */
export function removeSkill(skills: readonly string[], skill: string): readonly string[] {
  return skills.filter(other => other !== skill)
}

/** Applies the same rule to any list: trimmed, no blanks, no duplicates, first spelling kept. */
export function cleanSkills(skills: readonly string[]): readonly string[] {
  return skills.reduce<readonly string[]>(addSkill, [])
}
