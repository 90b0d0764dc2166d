/*
 * How much of a question, from 0 to 1, a statement, a control or a lead must speak of. `covers` weighs all words of the question alike;
 * `onTopic` weighs those that say what it is about by how rare they are in the module.
 */

/** A statement that speaks of less answers another question. */
export const COVERS_LEAST = 0.32

/** A verdict, or what a framework says beside another, that speaks of less is on something else. */
export const COVERS_POINT = 0.45

/** What speaks of so much speaks of the very case. */
export const COVERS_CASE = 0.5

/** What speaks of so much answers all of it: without a form of question nothing less does. */
export const COVERS_ALL = 0.75

/** "Does it require a SIEM?" is answered by nothing that is on other things, and yes or no only by what is surely on this one. */
export const TOPIC_LEAST = 0.25
export const ON_TOPIC = 0.6

/** Of a story, less of the thing that is asked about is in the module's words. */
export const ON_TOPIC_STORY = 0.3
