/** What is wrong with the content, or will soon be. */
export interface Remark {
  framework: string
  level: 'error' | 'warning'
  text: string
}
