/** The page that shows the answers of `show`; its file is `view.html` beside the program. */
export const VIEW_URI = 'ui://robotics/view.html';
