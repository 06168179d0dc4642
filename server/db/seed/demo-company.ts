/** The people and goods of the demonstration: an office supplies trader in Riyadh. Arabic|English, one a line. */

/** National addresses, as they are printed and sent to the tax authority. */
const riyadh = {
  street: 'طريق الملك فهد',
  building_number: '7420',
  additional_number: '2911',
  district: 'العليا',
  postal_code: '12333',
}
const jeddah = {
  street: 'شارع فلسطين',
  building_number: '3187',
  additional_number: '6204',
  district: 'الحمراء',
  postal_code: '23323',
}

export const company = {
  name: 'شركة نسيم الخليج للتجهيزات المكتبية',
  name_en: 'Naseem Al Khaleej Office Supplies Co.',
  username: 'naseem',
  email: 'info@naseem.example.sa',
  mobile: '0551230000',
  phone: '0112345678',
  country_id: 1,
  address: 'طريق الملك فهد، حي العليا، الرياض 12333',
  ...riyadh,
  city_id: 1,
  tax_number: '310122393500003',
  commercial_registration: '1010234567',
  entity_type: 'company',
  currency_id: 1,
  uses_orders: true,
  uses_goods_notes: true,
  uses_price_lists: true,
  uses_credit_limits: true,
  uses_barcodes: true,
  uses_places: true,
  uses_lots: true,
  uses_landed_costs: true,
  uses_retention: true,
}
export const branches = [
  {
    name: 'فرع الرياض - العليا',
    name_en: 'Riyadh - Olaya branch',
    email: 'riyadh@naseem.example.sa',
    mobile: '0551230001',
    phone: '0112345678',
    city_id: 1,
    address: 'طريق الملك فهد، حي العليا',
    ...riyadh,
  },
  {
    name: 'فرع جدة - الحمراء',
    name_en: 'Jeddah - Al Hamra branch',
    email: 'jeddah@naseem.example.sa',
    mobile: '0551230002',
    phone: '0122345678',
    city_id: 2,
    address: 'شارع فلسطين، حي الحمراء',
    ...jeddah,
  },
]

const pairs = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name, name_en] = line.split('|') as [string, string]
      return { name, name_en }
    })

export const companies = pairs(`
مؤسسة الراجحي للمقاولات|Al Rajhi Contracting Est.
شركة البحر الأحمر للخدمات اللوجستية|Red Sea Logistics Co.
مدارس رواد المستقبل|Future Pioneers Schools
مجموعة الفيصلية التجارية|Faisaliah Trading Group
عيادات النخبة الطبية|Elite Medical Clinics
شركة أساس البناء|Asas Construction Co.
مكتب العدالة للمحاماة|Al Adalah Law Office
فندق قصر الواحة|Oasis Palace Hotel
شركة تقنيات الصحراء|Desert Technologies Co.
مؤسسة نجد للدعاية والإعلان|Najd Advertising Est.
شركة الدرعية للاستثمار|Diriyah Investment Co.
مطاعم بيت الكبسة|Bayt Al Kabsa Restaurants
شركة المسار للنقل|Al Masar Transport Co.
مركز الأمل للتدريب|Al Amal Training Center
شركة النخيل الزراعية|Palms Agricultural Co.
صيدليات الشفاء|Al Shifa Pharmacies
شركة ركن الخليج للتأمين|Gulf Corner Insurance Co.
مؤسسة الضياء للإلكترونيات|Al Diyaa Electronics Est.
شركة جبل طويق للهندسة|Tuwaiq Engineering Co.
دار المعرفة للنشر|Dar Al Maarifa Publishing
شركة السحاب للسفر والسياحة|Al Sahab Travel & Tourism
مستشفى الرعاية الحديثة|Modern Care Hospital
شركة الأفق للاستشارات|Horizon Consulting Co.
مؤسسة لمسة للديكور|Lamsa Interiors Est.
شركة وادي حنيفة للمياه|Wadi Hanifa Water Co.
مصنع الجزيرة للبلاستيك|Al Jazirah Plastics Factory
شركة المدار للاتصالات|Al Madar Telecom Co.
مجمع الياسمين السكني|Jasmine Residential Compound
شركة قمة الأعمال|Qimmat Al Aamal Co.
مؤسسة العنود للأزياء|Al Anoud Fashion Est.
شركة الشرق للأغذية|Al Sharq Foods Co.
مكتب الميزان للمحاسبة|Scale Accounting Office
شركة حلول الطاقة|Power Solutions Co.
نادي الفروسية بالرياض|Riyadh Equestrian Club
شركة الرمال الذهبية|Golden Sands Co.
معهد اللغات العالمي|World Languages Institute
شركة البناء الذكي|Smart Building Co.
مؤسسة ثمار للتموين|Thimar Catering Est.
شركة مرسى الخير البحرية|Marsa Al Khair Marine Co.
مركز واحة الطفل|Child Oasis Center
شركة الصقر للحراسات|Al Saqr Security Co.
شركة منارة التعليم|Manarat Education Co.
مؤسسة الوفاء للصيانة|Al Wafa Maintenance Est.
شركة الرواسي للتعدين|Al Rawasi Mining Co.
مخابز القرية|Village Bakeries
شركة إتقان للبرمجيات|Itqan Software Co.
شركة سدير للطباعة|Sudair Printing Co.
مؤسسة رؤية للتصوير|Roya Photography Est.`)

export const individuals = pairs(`
عبدالله بن محمد القحطاني|Abdullah Al Qahtani
نورة بنت سعد العتيبي|Noura Al Otaibi
فهد بن عبدالعزيز الدوسري|Fahad Al Dosari
سارة بنت خالد الشمري|Sarah Al Shammari
محمد بن إبراهيم الحربي|Mohammed Al Harbi
هند بنت علي الزهراني|Hind Al Zahrani
تركي بن ناصر المطيري|Turki Al Mutairi
ريم بنت فيصل الغامدي|Reem Al Ghamdi
سلطان بن أحمد العنزي|Sultan Al Anazi
لطيفة بنت عمر السبيعي|Latifa Al Subaie
بندر بن يوسف الرشيد|Bandar Al Rasheed
مها بنت صالح العمري|Maha Al Omari`)

export const suppliers = pairs(`
شركة جرير للتوزيع|Jarir Distribution Co.
مصنع الورق السعودي|Saudi Paper Factory
شركة الحبر الوطنية|National Ink Co.
مؤسسة الأثاث المكتبي الحديث|Modern Office Furniture Est.
شركة التقنية المتحدة|United Technology Co.
شركة عقارات العليا|Olaya Properties Co.
شركة الكهرباء والمياه|Power & Water Utility Co.
شركة الاتصالات المتكاملة|Integrated Telecom Co.
مؤسسة بريق للنظافة والصيانة|Bareeq Cleaning & Upkeep Est.
شركة سحابة الأعمال|Business Cloud Co.`)

export const categories = pairs(`
ورق وقرطاسية|Paper & stationery
أحبار وطابعات|Inks & printers
أثاث مكتبي|Office furniture
أجهزة وملحقات|Devices & accessories
ضيافة ونظافة|Hospitality & cleaning
خدمات|Services
مصروفات تشغيل|Running costs`)

/** category index | Arabic | English | unit code | sale price | purchase price | opening quantity; S instead: a service, X: bought only | what it is spent on. */
export const products = `
0|ورق تصوير A4 80 جم|Copy paper A4 80 g|CT|98|71|320
0|ورق تصوير A3|Copy paper A3|CT|165|122|90
0|دفتر سلكي A4 - 50 ورقة|Spiral notebook A4 - 50 sheets|PCE|12.5|7.4|600
0|ملف بلاستيك شفاف|Clear plastic folder|PCE|3.75|1.9|1500
0|قلم جاف أزرق (علبة 50)|Blue ballpoint pens (box of 50)|CT|42|26|220
0|أقلام سبورة ملونة|Coloured whiteboard markers|PCE|18|11|300
0|دباسة معدنية|Metal stapler|PCE|34|21|150
0|ظرف بريدي C4 (500)|Envelopes C4 (500)|CT|120|84|60
0|لاصق ملاحظات 76×76|Sticky notes 76×76|PCE|6.5|3.6|800
1|حبر ليزر أسود 12A|Black laser toner 12A|PCE|265|198|80
1|حبر ليزر ألوان طقم|Colour laser toner set|PCE|890|690|24
1|طابعة ليزر مكتبية|Office laser printer|PCE|1450|1120|18
1|طابعة متعددة الوظائف|Multifunction printer|PCE|2690|2140|10
1|رول حراري للكاشير|Thermal receipt rolls|CT|95|64|110
1|ملصقات باركود|Barcode labels|CT|78|52|140
2|كرسي مكتب طبي|Ergonomic office chair|PCE|875|610|40
2|كرسي انتظار ثلاثي|Three-seat waiting bench|PCE|1290|930|12
2|مكتب تنفيذي 180 سم|Executive desk 180 cm|PCE|2450|1780|9
2|مكتب موظف 120 سم|Workstation desk 120 cm|PCE|980|705|26
2|خزانة ملفات معدنية|Steel filing cabinet|PCE|760|545|22
2|طاولة اجتماعات 8 أشخاص|Meeting table for 8|PCE|3400|2560|5
2|سبورة بيضاء 120×90|Whiteboard 120×90|PCE|310|205|35
3|شاشة 24 بوصة|24-inch monitor|PCE|645|498|45
3|لوحة مفاتيح عربي/إنجليزي|Arabic/English keyboard|PCE|89|56|120
3|فأرة لاسلكية|Wireless mouse|PCE|65|38|160
3|جهاز بصمة حضور|Fingerprint attendance device|PCE|720|540|14
3|آلة عد النقود|Money counting machine|PCE|1150|870|8
3|هاتف مكتبي IP|IP desk phone|PCE|330|240|38
3|آلة تمزيق ورق|Paper shredder|PCE|540|398|16
4|قهوة عربية 1 كجم|Arabic coffee 1 kg|KGM|74.5|52|95
4|شاي (100 كيس)|Tea (100 bags)|CT|21.75|14.2|210
4|مناديل ورقية (30 علبة)|Tissues (30 boxes)|CT|62|43|180
4|معقم أيدي 5 لتر|Hand sanitiser 5 L|PCE|48|31|130
4|مياه شرب 40 عبوة|Drinking water 40 bottles|CT|16.5|10.9|400
5|تركيب وتجهيز مكاتب|Office fit-out and assembly|HUR|150|0|S
5|صيانة طابعات - زيارة|Printer maintenance visit|C62|220|0|S
5|توصيل داخل المدينة|City delivery|C62|60|0|S
5|عقد صيانة شهري|Monthly maintenance contract|MON|1200|0|S
6|إيجار المعرض|Showroom rent|MON|0|9500|X|520201
6|كهرباء ومياه|Electricity and water|MON|0|1850|X|520202
6|اتصالات وإنترنت|Telecom and internet|MON|0|690|X|520203
6|نظافة وصيانة المعرض|Showroom cleaning and upkeep|MON|0|900|X|520204
6|اشتراك برامج سحابية|Cloud software subscription|MON|0|460|X|520208`
