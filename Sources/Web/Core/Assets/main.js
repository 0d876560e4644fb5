// Without these modules each link and each form works as well; they make it quick, live and usable by keys.
import './page.js';
import './live.js';
import './rows.js';
import './add.js';
import './away.js';
import './pick.js';
import './save.js';
import './drafts.js';
import './keys.js';
import './hand.js';
import './drag.js';
import './swipe.js';
import './calendar.js';
import './position.js';

document.documentElement.classList.add('js');
